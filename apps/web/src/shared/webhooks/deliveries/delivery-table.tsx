import type { WebhookDeliveryId } from '@gridloom/contract/core/ids'
import type { WebhookDelivery } from '@gridloom/contract/webhooks/delivery'
import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import { Button } from '@mantine/core'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { answerWords, deliveryStatus } from '../webhook-words.ts'
import styles from '../webhooks.module.css'
import { ReplayButton } from './replay-button.tsx'

const columns: readonly Column[] = [
  { text: 'Event' },
  { text: 'State' },
  { text: 'Last answer' },
  { text: 'Attempts', align: 'number' },
  { text: 'Created' },
  { text: 'Actions', head: 'hidden' },
]

interface DeliveryTableProps {
  webhook: Webhook
  deliveries: readonly WebhookDelivery[]
  onOpen: (id: WebhookDeliveryId) => void
}

/** Deliveries with their last answer. */
export function DeliveryTable({ webhook, deliveries, onOpen }: DeliveryTableProps) {
  return (
    <Table label="Deliveries" columns={columns}>
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <RowHead>
            <code>{delivery.event}</code>
          </RowHead>
          <Cell label="State" holds="words">
            <StatusBadge look="plain" {...deliveryStatus(delivery)} />
            {delivery.next_attempt_at !== null && delivery.attempts > 0 && (
              <div className={styles.sub}>
                next attempt <TimeAgo at={delivery.next_attempt_at} />
              </div>
            )}
          </Cell>
          <Cell label="Last answer" holds="words">
            {delivery.last_attempt === null ? '–' : answerWords(delivery.last_attempt)}
          </Cell>
          <Cell label="Attempts" align="number">
            {delivery.attempts}
          </Cell>
          <Cell label="Created">
            <TimeAgo at={delivery.created_at} />
          </Cell>
          <Cell holds="buttons">
            <span className={styles.buttons}>
              <Button size="xs" onClick={() => onOpen(delivery.id)}>
                Details
              </Button>
              <ReplayButton webhook={webhook} delivery={delivery} />
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
