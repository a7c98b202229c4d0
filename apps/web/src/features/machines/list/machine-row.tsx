import type { Machine } from '@gridloom/contract/machines/machine'
import { Link } from '@tanstack/react-router'
import { machineStatus } from '../../../shared/status/machine-status.ts'
import { HourlyPrice, Money } from '../../../ui/components/money.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, RowHead } from '../../../ui/components/table.tsx'
import { StaleNote } from '../../../ui/components/time-ago.tsx'
import { hardwareLine } from '../../../ui/format/hardware.ts'
import { pricedSlots } from '../machine-figures.ts'
import { ListedSwitch } from './listed-switch.tsx'
import { LoadCell } from './load-cell.tsx'
import styles from './machine-table.module.css'
import { Problems } from './problems.tsx'
import { SlotPips } from './slot-pips.tsx'

/** One machine: hardware, load, slots, price and earnings. */
export function MachineRow({ machine }: { machine: Machine }) {
  const status = machineStatus(machine)
  return (
    <tr>
      <RowHead>
        <div className={styles.nameLine}>
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
      </Cell>
      <Cell label="Slots">
        <SlotPips rented={machine.slots_rented} total={machine.slots_total} />
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
      </Cell>
      <Cell holds="corner">
        <ListedSwitch machine={machine} />
      </Cell>
    </tr>
  )
}

function Price({ machine }: { machine: Machine }) {
  const slots = pricedSlots(machine)
  if (slots.length === 0) return '—'
  return slots.map(({ group, microUsdPerHour }) => (
    <div key={group.gpuModel ?? 'cpu'}>
      <HourlyPrice microUsdPerHour={microUsdPerHour} />
      <div className={styles.small}>per {group.kind === 'gpu' ? 'GPU' : 'CPU'} slot</div>
    </div>
  ))
}
