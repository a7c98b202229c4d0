import type { Machine } from '@gridloom/contract/machines/machine'
import type { QuoteLine } from '@gridloom/contract/market/quote'
import { formatFee, splitFee } from '@gridloom/domain/fees'
import { priceOrder } from '@gridloom/domain/pricing'
import { slotGroups } from '@gridloom/domain/slots'
import { usePlatformFee } from '../../../shared/ledger/platform-fee.tsx'
import { formatMoney, formatPerHour, formatPerMonth } from '../../../ui/format/money.ts'
import { formatMib } from '../../../ui/format/numbers.ts'
import styles from './pricing-form.module.css'

const exampleDiskGb = 40

/** Price of one slot with a 40 GB disk at the prices in the form. */
export function ExamplePrice({ machine }: { machine: Machine }) {
  const [slot] = machine.hardware ? slotGroups(machine.hardware, machine.cpu_slots) : []
  if (slot === undefined) {
    return (
      <p className={styles.none}>
        An example appears here once the agent has reported hardware and a container engine.
      </p>
    )
  }
  const price = priceOrder(slot, machine.pricing, { slots: 1, diskGb: exampleDiskGb })
  const running = price.lines.filter(({ kind }) => kind !== 'stopped_disk')
  return (
    <div className={styles.example}>
      <div className={styles.total}>
        <span>
          For example, one slot of {slot.vcpus} vCPU, {formatMib(slot.memoryMib)}
          {slot.gpuModel && ', one GPU'} and {exampleDiskGb} GB
        </span>
        <strong className="gl-num">{formatPerHour(price.running_micro_usd_per_hour)}</strong>
        <span className="gl-num">{formatPerMonth(price.running_micro_usd_per_hour)}</span>
      </div>
      <Receive microUsdPerHour={price.running_micro_usd_per_hour} />
      <CostBar lines={running} total={price.running_micro_usd_per_hour} />
      <p className={styles.stopped}>
        While stopped, its disk costs{' '}
        <span className="gl-num">{formatPerHour(price.stopped_micro_usd_per_hour)}</span>.
      </p>
    </div>
  )
}

/** The provider's part of the price, after the platform fee. */
function Receive({ microUsdPerHour }: { microUsdPerHour: number }) {
  const fee = usePlatformFee()
  if (fee === undefined) return null
  const { earnedMicroUsd } = splitFee(microUsdPerHour, fee)
  return (
    <p className={styles.receive}>
      You receive <strong className="gl-num">{formatMoney(earnedMicroUsd)}</strong> of{' '}
      <span className="gl-num">{formatPerHour(microUsdPerHour)}</span> after the {formatFee(fee)}{' '}
      platform fee.
    </p>
  )
}

function CostBar({ lines, total }: { lines: readonly QuoteLine[]; total: number }) {
  return (
    <>
      <div className={styles.bar} aria-hidden>
        {lines.map((line) => (
          <span
            key={line.kind}
            data-kind={line.kind}
            style={{ flexGrow: total > 0 ? line.micro_usd_per_hour / total : 1 }}
          />
        ))}
      </div>
      <ul className={styles.legend}>
        {lines.map((line) => (
          <li key={line.kind} data-kind={line.kind}>
            {line.text} <span className="gl-num">{formatMoney(line.micro_usd_per_hour)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
