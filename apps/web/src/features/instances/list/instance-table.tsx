import type { Instance } from '@gridloom/contract/instances'
import { Link, useNavigate } from '@tanstack/react-router'
import { HourlyPrice } from '../../../lib/parts/money.tsx'
import { isRowPress } from '../../../lib/parts/row-press.ts'
import { chargedNow } from '../cost.ts'
import { hardwareLine, instanceName } from '../instance-words.ts'
import { CostTicker } from '../parts/cost-ticker.tsx'
import { Uptime } from '../parts/uptime.tsx'
import styles from './instance-list.module.css'
import { InstanceStateCell } from './instance-state.tsx'
import { RowActions } from './row-actions.tsx'

/** The instances on a wide screen, one row each, everything in it moving by itself. */
export function InstanceTable({ instances }: { instances: readonly Instance[] }) {
  return (
    <section className={`${styles.frame} ${styles.scroll} ${styles.wide}`} aria-label="Instances">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Instance</th>
            <th scope="col" className={styles.state}>
              State
            </th>
            <th scope="col">Machine</th>
            <th scope="col" className={styles.number}>
              Ready for
            </th>
            <th scope="col" className={styles.number}>
              Burn
            </th>
            <th scope="col" className={styles.number}>
              Cost so far
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {instances.map((instance) => (
            <InstanceRow key={instance.id} instance={instance} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function InstanceRow({ instance }: { instance: Instance }) {
  const navigate = useNavigate()
  const { id } = instance
  return (
    // @NOTE the pointer may press anywhere; keyboards and readers have the name's link
    <tr
      className={instance.state === 'destroyed' ? styles.gone : undefined}
      onClick={(event) => {
        if (isRowPress(event)) void navigate({ to: '/instance/myinstance/$id', params: { id } })
      }}
    >
      <td>
        <Link to="/instance/myinstance/$id" params={{ id }} className={styles.name}>
          {instanceName(instance)}
        </Link>
        <div className={styles.sub}>{instance.template_name}</div>
      </td>
      <td className={styles.state}>
        <InstanceStateCell instance={instance} />
      </td>
      <td>
        {instance.machine_name}
        <div className={styles.sub}>{hardwareLine(instance)}</div>
      </td>
      <td className={styles.number}>
        <Uptime instance={instance} />
      </td>
      <td className={styles.number}>
        <Burn instance={instance} />
      </td>
      <td className={`${styles.number} ${styles.cost}`}>
        <CostTicker instance={instance} />
      </td>
      <td>
        <RowActions instance={instance} />
      </td>
    </tr>
  )
}

/** What it costs an hour as it is now; before it is ready that is nothing. */
export function Burn({ instance }: { instance: Instance }) {
  const now = chargedNow(instance)
  if (now > 0) return <HourlyPrice microUsdPerHour={now} />
  return <span className={styles.sub}>{instance.state === 'destroyed' ? '–' : 'not charged'}</span>
}
