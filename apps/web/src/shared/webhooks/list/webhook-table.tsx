import type { WebhookId } from '@gridloom/contract/core/ids'
import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import { Button } from '@mantine/core'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { webhookName, webhookStatus } from '../webhook-words.ts'
import styles from '../webhooks.module.css'
import { WebhookMenu } from './webhook-menu.tsx'

const columns: readonly Column[] = [
  { text: 'Webhook' },
  { text: 'Events' },
  { text: 'State' },
  { text: 'Last delivered' },
  { text: 'Actions', head: 'hidden' },
]

interface WebhookTableProps {
  label?: string
  webhooks: readonly Webhook[]
  /** The webhook whose deliveries are shown. */
  shown: WebhookId | null
  onShow: (id: WebhookId) => void
}

/** Webhooks with their address, events and state. */
export function WebhookTable({ label = 'Webhooks', webhooks, shown, onShow }: WebhookTableProps) {
  return (
    <Table label={label} columns={columns}>
      {webhooks.map((webhook) => (
        <tr key={webhook.id} data-shown={webhook.id === shown} className={styles.row}>
          <RowHead>
            <div className={styles.name}>{webhookName(webhook)}</div>
            <div className={`${styles.sub} ${styles.url}`}>{webhook.url}</div>
          </RowHead>
          <Cell label="Events" holds="words">
            <span className={styles.events}>{webhook.events.join(', ')}</span>
          </Cell>
          <Cell label="State" holds="words">
            <State webhook={webhook} />
          </Cell>
          <Cell label="Last delivered">
            {webhook.last_delivered_at === null ? (
              'Never'
            ) : (
              <TimeAgo at={webhook.last_delivered_at} />
            )}
          </Cell>
          <Cell holds="buttons">
            <span className={styles.buttons}>
              {webhooks.length > 1 && (
                <Button
                  size="xs"
                  aria-pressed={webhook.id === shown}
                  onClick={() => onShow(webhook.id)}
                >
                  Deliveries
                </Button>
              )}
              <WebhookMenu webhook={webhook} />
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function State({ webhook }: { webhook: Webhook }) {
  const { tone, word, text } = webhookStatus(webhook)
  return (
    <>
      <StatusBadge look="plain" tone={tone} word={word} />
      {text && <div className={styles.sub}>{text}</div>}
      {webhook.failing_since !== null && webhook.enabled && (
        <div className={styles.sub}>
          since <TimeAgo at={webhook.failing_since} />
        </div>
      )}
    </>
  )
}
