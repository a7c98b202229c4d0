import type { Hardware } from '@gridloom/contract/machines/hardware'
import type { Machine } from '@gridloom/contract/machines/machine'
import { Link } from '@tanstack/react-router'
import { PriceLine } from '../../../shared/machines/price-line.tsx'
import { machineStatus } from '../../../shared/status/machine-status.ts'
import { HardwareMark } from '../../../ui/components/hardware-mark.tsx'
import { HourlyPrice, Money } from '../../../ui/components/money.tsx'
import { SlotPips } from '../../../ui/components/slot-pips.tsx'
import { SparkBars } from '../../../ui/components/spark-bars.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, RowHead } from '../../../ui/components/table.tsx'
import { StaleNote } from '../../../ui/components/time-ago.tsx'
import { UptimeBars } from '../../../ui/components/uptime-bars.tsx'
import { hardwareLine } from '../../../ui/format/hardware.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import { priceDays, pricedSlots } from '../machine-figures.ts'
import { ListedSwitch } from './listed-switch.tsx'
import { LoadCell } from './load-cell.tsx'
import styles from './machine-table.module.css'
import { Problems } from './problems.tsx'

/** One machine: hardware, load, slots, price and earnings. */
export function MachineRow({ machine }: { machine: Machine }) {
  const status = machineStatus(machine)
  return (
    <tr>
      <RowHead>
        <div className={styles.nameLine}>
          {machine.hardware && <HardwareMark {...markOf(machine.hardware)} />}
          <Link to="/machines/$id" params={{ id: machine.id }} className={styles.link}>
            {machine.name}
          </Link>
          <StatusBadge {...status} look="plain" />
          {machine.status === 'online' && <StaleNote lastSeenAt={machine.last_seen_at} />}
        </div>
        <div className={styles.hardware}>
          {machine.hardware ? hardwareLine(machine.hardware) : 'Waiting for the hardware report'}
        </div>
        <Problems problems={machine.problems} />
      </RowHead>
      <Cell label="Utilization" holds="words">
        <LoadCell machine={machine} />
        <div className={styles.uptime}>
          <UptimeBars hours={machine.uptime_hours} />
        </div>
      </Cell>
      <Cell label="Slots">
        <SlotPips count={machine.slots_rented} total={machine.slots_total} shows="rented" />
      </Cell>
      <Cell label="Price" align="number">
        <Price machine={machine} />
      </Cell>
      <Cell label="Earnings" align="number">
        {machine.earning_micro_usd_per_hour > 0 && (
          <div>
            <HourlyPrice microUsdPerHour={machine.earning_micro_usd_per_hour} />
          </div>
        )}
        <div className={styles.small}>
          <Money microUsd={machine.earned_micro_usd} /> total
        </div>
        <EarnedDays machine={machine} />
      </Cell>
      <Cell holds="corner">
        <ListedSwitch machine={machine} />
      </Cell>
    </tr>
  )
}

/** The first GPU stands for a machine, else its CPU. */
function markOf({ gpus, cpu_model }: Hardware) {
  const [gpu] = gpus
  return gpu === undefined
    ? ({ model: cpu_model, kind: 'cpu' } as const)
    : ({ model: `${gpu.vendor} ${gpu.model}`, kind: 'gpu' } as const)
}

function Price({ machine }: { machine: Machine }) {
  const slots = pricedSlots(machine)
  if (slots.length === 0) return '—'
  return slots.map(({ group, microUsdPerHour }) => (
    <div key={group.gpuModel ?? 'cpu'}>
      <HourlyPrice microUsdPerHour={microUsdPerHour} />
      <div className={styles.small}>per {group.kind === 'gpu' ? 'GPU' : 'CPU'} slot</div>
      <div className={styles.chart}>
        <PriceLine days={priceDays(machine, group.gpuModel)} width={90} height={18} />
      </div>
    </div>
  ))
}

function EarnedDays({ machine: { earned_days: days } }: { machine: Machine }) {
  const sum = days.reduce((total, day) => total + day, 0)
  if (sum === 0) return null
  return (
    <div className={styles.chart}>
      <SparkBars values={days} label={`${formatMoney(sum)} earned in ${days.length} days`} />
    </div>
  )
}
