import type { AutoOrder, AutoOrderInstance } from '@gridloom/contract/auto-orders/auto-order'
import { Link } from '@tanstack/react-router'
import { Drawer } from '../../ui/components/dialog.tsx'
import { type Fact, Facts } from '../../ui/components/facts.tsx'
import { Money } from '../../ui/components/money.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { formatMoneyExact } from '../../ui/format/money.ts'
import { formatGb, plural } from '../../ui/format/numbers.ts'
import { formatExact } from '../../ui/format/times.ts'
import { autoOrderStatus, isOpen, rentedWord } from './auto-order-words.ts'
import styles from './auto-orders.module.css'

interface AutoOrderDrawerProps {
  order: AutoOrder | undefined
  onClose: () => void
}

/** One automatic order: what it does now, its limits, and the instances that it rented. */
export function AutoOrderDrawer({ order, onClose }: AutoOrderDrawerProps) {
  return (
    <Drawer
      opened={order !== undefined}
      onClose={onClose}
      size={520}
      title={order?.name ?? ''}
      closeButtonProps={{ 'aria-label': 'Close automatic order' }}
    >
      {order && (
        <div className={styles.drawer}>
          <div>
            <StatusBadge {...autoOrderStatus(order)} />
            <p className={styles.text}>{order.text}</p>
          </div>
          <Facts facts={factsOf(order)} />
          <section aria-label="Instances">
            <h3 className={styles.heading}>Instances</h3>
            <Rented instances={order.instances} />
          </section>
        </div>
      )}
    </Drawer>
  )
}

function factsOf(order: AutoOrder): Fact[] {
  const { last_check: check, running_max: running, budget_micro_usd: budget } = order
  const { slots, disk_gb, template } = order.order
  return [
    { name: 'Query', value: <code className={styles.code}>{order.query || 'any offer'}</code> },
    { name: 'Price', value: `at most ${formatMoneyExact(order.max_price_micro_usd_per_hour)}/h` },
    {
      name: 'Runs',
      value:
        order.template_id === null ? (
          <code className={styles.code}>{template?.image_path_with_tag}</code>
        ) : (
          <Link to="/template/view/$id" params={{ id: order.template_id }} className={styles.link}>
            A template
          </Link>
        ),
    },
    { name: 'Size', value: `${plural(slots, 'slot')}, ${formatGb(disk_gb)} disk` },
    { name: 'Rented', value: `${order.placed} of ${order.instances_max}` },
    { name: 'At the same time', value: running ?? 'No limit' },
    { name: 'Total budget', value: budget === null ? 'No limit' : <Money microUsd={budget} /> },
    { name: isOpen(order) ? 'Ends' : 'End date', value: formatExact(order.ends_at) },
    {
      name: 'Last check',
      value:
        check === null ? (
          'None yet'
        ) : (
          <>
            <TimeAgo at={check.at} />, {matchesText(check.matches)}
          </>
        ),
    },
  ]
}

function Rented({ instances }: { instances: readonly AutoOrderInstance[] }) {
  if (instances.length === 0) return <p className={styles.sub}>Nothing was rented yet.</p>
  return (
    <ul className={styles.rented} aria-label="Rented instances">
      {instances.map((one) => (
        <li key={one.instance_id} className={styles.instance}>
          <div>
            <Link
              to="/instance/myinstance/$id"
              params={{ id: one.instance_id }}
              className={styles.link}
            >
              {one.label}
            </Link>
            <div className={styles.sub}>
              {rentedWord(one)} · on {one.machine_name} · <TimeAgo at={one.placed_at} />
            </div>
          </div>
          <div className={`${styles.price} gl-num`}>
            {formatMoneyExact(one.running_micro_usd_per_hour)}/h
            <div className={styles.sub}>
              <Money microUsd={one.cost_micro_usd} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

function matchesText(matches: number): string {
  return matches === 1 ? '1 offer matched' : `${matches} offers matched`
}
