import type { Instance } from '@gridloom/contract/instances'
import { Link } from '@tanstack/react-router'
import { instanceName } from '../instance-words.ts'
import { CostTicker } from '../parts/cost-ticker.tsx'
import { Uptime } from '../parts/uptime.tsx'
import styles from './instance-list.module.css'
import { InstanceStateCell } from './instance-state.tsx'
import { Burn } from './instance-table.tsx'
import { RowActions } from './row-actions.tsx'

/** The instances on a phone, one card each. */
export function InstanceCards({ instances }: { instances: readonly Instance[] }) {
  return (
    <ul className={styles.cards} aria-label="Instances">
      {instances.map((instance) => (
        <InstanceCard key={instance.id} instance={instance} />
      ))}
    </ul>
  )
}

function InstanceCard({ instance }: { instance: Instance }) {
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <div>
          <Link to="/instance/myinstance/$id" params={{ id: instance.id }} className={styles.name}>
            {instanceName(instance)}
          </Link>
          <div className={styles.sub}>
            {instance.template_name} on {instance.machine_name}
          </div>
        </div>
        <RowActions instance={instance} />
      </div>
      <InstanceStateCell instance={instance} />
      <dl className={styles.cardFacts}>
        <div>
          <dt>Ready for</dt>
          <dd>
            <Uptime instance={instance} />
          </dd>
        </div>
        <div>
          <dt>Burn</dt>
          <dd>
            <Burn instance={instance} />
          </dd>
        </div>
        <div>
          <dt>Cost so far</dt>
          <dd className={styles.cost}>
            <CostTicker instance={instance} />
          </dd>
        </div>
      </dl>
    </li>
  )
}
