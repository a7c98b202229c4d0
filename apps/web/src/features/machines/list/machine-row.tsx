import type { Machine } from '@gridloom/contract/machines'
import { Link } from '@tanstack/react-router'
import { hardwareLine } from '../../../lib/format/hardware.ts'
import { HourlyPrice, Money } from '../../../lib/parts/money.tsx'
import { StatusBadge } from '../../../lib/parts/status-badge.tsx'
import { StaleNote } from '../../../lib/parts/time-ago.tsx'
import { machineStatus } from '../../../lib/status/machine-status.ts'
import { pricedSlots } from '../machine-figures.ts'
import { ListedSwitch } from './listed-switch.tsx'
import { LoadCell } from './load-cell.tsx'
import styles from './machine-table.module.css'
import { Problems } from './problems.tsx'
import { SlotPips } from './slot-pips.tsx'

/** One machine: what it is, does, offers, costs and earns. */
export function MachineRow({ machine }: { machine: Machine }) {
  const status = machineStatus(machine)
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <div className={styles.nameLine}>
          <Link to="/machines/$id" params={{ id: machine.id }} className={styles.link}>
            {machine.name}
          </Link>
          <StatusBadge {...status} look="plain" />
          {machine.status === 'online' && <StaleNote lastHeardAt={machine.last_heard_at} />}
        </div>
        <div className={styles.hardware}>
          {machine.hardware ? hardwareLine(machine.hardware) : 'Waiting to hear what it is made of'}
        </div>
        <Problems problems={machine.problems} />
      </th>
      <td data-label="Load">
        <LoadCell machine={machine} />
      </td>
      <td data-label="Slots">
        <SlotPips rented={machine.slots_rented} total={machine.slots_total} />
      </td>
      <td data-label="Price" className={styles.number}>
        <Price machine={machine} />
      </td>
      <td data-label="Earnings" className={styles.number}>
        {machine.earning_micro_usd_per_hour > 0 && (
          <div>
            <HourlyPrice microUsdPerHour={machine.earning_micro_usd_per_hour} />
          </div>
        )}
        <div className={styles.small}>
          <Money microUsd={machine.earned_micro_usd} /> total
        </div>
      </td>
      <td className={styles.listed}>
        <ListedSwitch machine={machine} />
      </td>
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
