import type { AutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import { Money } from '../../ui/components/money.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { formatMoneyExact } from '../../ui/format/money.ts'
import { formatExact } from '../../ui/format/times.ts'
import { AutoOrderMenu } from './auto-order-menu.tsx'
import { autoOrderStatus, isOpen } from './auto-order-words.ts'
import styles from './auto-orders.module.css'

const columns: readonly Column[] = [
  { text: 'Name' },
  { text: 'State' },
  { text: 'At most', align: 'number' },
  { text: 'Rented', align: 'number' },
  { text: 'Cost', align: 'number' },
  { text: 'Ends' },
  { text: 'Actions', head: 'hidden' },
]

interface AutoOrderTableProps {
  orders: readonly AutoOrder[]
  /** Shows the instances of one. */
  onOpen: (order: AutoOrder) => void
}

/** Automatic orders with what they do now, their limits and what they rented. */
export function AutoOrderTable({ orders, onOpen }: AutoOrderTableProps) {
  return (
    <Table label="Automatic orders" columns={columns}>
      {orders.map((order) => (
        <AutoOrderRow key={order.id} order={order} onOpen={() => onOpen(order)} />
      ))}
    </Table>
  )
}

function AutoOrderRow({ order, onOpen }: { order: AutoOrder; onOpen: () => void }) {
  const { budget_micro_usd: budget } = order
  return (
    <tr>
      <RowHead>
        <button type="button" className={styles.name} onClick={onOpen}>
          {order.name}
        </button>
        <code className={styles.query}>{order.query || 'any offer'}</code>
      </RowHead>
      <Cell label="State" holds="words">
        <StatusBadge look="plain" {...autoOrderStatus(order)} />
        <div className={styles.sub}>{order.text}</div>
      </Cell>
      <Cell label="At most" align="number">
        {formatMoneyExact(order.max_price_micro_usd_per_hour)}/h
      </Cell>
      <Cell label="Rented" align="number">
        {order.placed} of {order.instances_max}
        <div className={styles.sub}>{order.running} running</div>
      </Cell>
      <Cell label="Cost" align="number">
        <Money microUsd={order.cost_micro_usd} />
        {budget !== null && (
          <div className={styles.sub}>
            of <Money microUsd={budget} />
          </div>
        )}
      </Cell>
      <Cell label="Ends" holds="words">
        {isOpen(order) ? formatExact(order.ends_at) : '—'}
      </Cell>
      <Cell holds="corner">
        <AutoOrderMenu order={order} onOpen={onOpen} />
      </Cell>
    </tr>
  )
}
