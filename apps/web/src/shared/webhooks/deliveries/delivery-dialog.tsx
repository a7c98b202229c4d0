import type { WebhookDeliveryId } from '@gridloom/contract/core/ids'
import {
  type WebhookAttempt,
  type WebhookDeliveryDetails,
  webhookFailureTexts,
} from '@gridloom/contract/webhooks/delivery'
import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { ScrollRegion } from '../../../ui/components/scroll-region.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { deliveryQuery } from '../api/webhooks-queries.ts'
import { answerWords, deliveryStatus } from '../webhook-words.ts'
import styles from '../webhooks.module.css'

interface DeliveryDialogProps {
  webhook: Webhook
  id: WebhookDeliveryId
  close: () => void
}

/** One delivery: its attempts with what the receiver answered, and the body that is sent. */
export function DeliveryDialog({ webhook, id, close }: DeliveryDialogProps) {
  const delivery = useQuery(deliveryQuery(useClient(), webhook.id, id))
  return (
    <Modal opened onClose={close} title={delivery.data?.event ?? 'Delivery'} size="lg">
      <Loaded query={delivery} what="the delivery">
        {(shown) => <Details delivery={shown} />}
      </Loaded>
    </Modal>
  )
}

function Details({ delivery }: { delivery: WebhookDeliveryDetails }) {
  return (
    <div className={styles.form}>
      <div className={styles.facts}>
        <StatusBadge {...deliveryStatus(delivery)} />
        <code className={styles.url}>{delivery.event_id}</code>
      </div>
      <section aria-labelledby="attempts">
        <h3 id="attempts" className={styles.legend}>
          Attempts
        </h3>
        {delivery.attempts_made.length === 0 && <p className={styles.hint}>None yet.</p>}
        <ol className={styles.attempts}>
          {delivery.attempts_made.map((attempt) => (
            <Attempt key={attempt.at} attempt={attempt} />
          ))}
        </ol>
      </section>
      <section aria-labelledby="body">
        <h3 id="body" className={styles.legend}>
          Body
        </h3>
        <ScrollRegion className={styles.code} aria-label="Body of the delivery">
          <pre>{indented(delivery.body)}</pre>
        </ScrollRegion>
      </section>
    </div>
  )
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { failure, response_start: start } = attempt
  return (
    <li>
      <div className={styles.facts}>
        <StatusBadge
          look="plain"
          tone={failure === null ? 'good' : 'bad'}
          word={answerWords(attempt)}
        />
        <span className={styles.sub}>
          <TimeAgo at={attempt.at} />
        </span>
      </div>
      {(failure === 'status' || failure === 'redirected') && (
        <p className={styles.hint}>{webhookFailureTexts[failure]}</p>
      )}
      {start !== '' && (
        <ScrollRegion className={styles.code} aria-label="Start of the response">
          <pre>{start}</pre>
        </ScrollRegion>
      )}
    </li>
  )
}

/** The body as it was sent, with line breaks for reading. */
function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2)
}
