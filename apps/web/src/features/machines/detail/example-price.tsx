import type { Machine } from '@gridloom/contract/machines/machine'
import type { QuoteLine } from '@gridloom/contract/market/quote'
import { priceOrder } from '@gridloom/domain/pricing'
import { slotsOf } from '@gridloom/domain/slots'
import { formatMoney, formatPerHour, formatPerMonth } from '../../../ui/format/money.ts'
import { formatMib } from '../../../ui/format/numbers.ts'
import styles from './pricing-form.module.css'

const exampleDiskGb = 40

/** Price of one slot with a 40 GB disk at the prices in the form. */
export function ExamplePrice({ machine }: { machine: Machine }) {
  const [slot] = machine.hardware ? slotsOf(machine.hardware, machine.cpu_slots) : []
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
      <CostBar lines={running} total={price.running_micro_usd_per_hour} />
      <p className={styles.stopped}>
        While stopped, its disk costs{' '}
        <span className="gl-num">{formatPerHour(price.stopped_micro_usd_per_hour)}</span>.
      </p>
    </div>
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
