import type { WebhookDeliveryId } from '@gridloom/contract/core/ids'
import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonRows } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useWebhookChange } from '../api/use-webhook-change.ts'
import { deliveriesQuery } from '../api/webhooks-queries.ts'
import { webhookName } from '../webhook-words.ts'
import styles from '../webhooks.module.css'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryTable } from './delivery-table.tsx'

/** The deliveries of a webhook, newest first, and the button that sends a test event. */
export function DeliveriesSection({ webhook }: { webhook: Webhook }) {
  const query = useInfiniteQuery(deliveriesQuery(useClient(), webhook.id))
  const [open, setOpen] = useState<WebhookDeliveryId | null>(null)
  const test = useTest(webhook, setOpen)
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries)
  return (
    <Section
      title="Deliveries"
      note={`${webhookName(webhook)} · kept for 30 days`}
      inset="flush"
      actions={
        <Button
          size="compact-sm"
          leftSection={<IconSend size={14} />}
          loading={test.isPending}
          onClick={test.send}
        >
          Send test event
        </Button>
      }
    >
      {query.isPending && <SkeletonRows rows={3} label="Loading the deliveries" />}
      {query.error && deliveries === undefined && (
        <ErrorState
          title="The deliveries could not be loaded"
          error={query.error}
          retry={() => void query.refetch()}
        />
      )}
      {deliveries?.length === 0 && (
        <EmptyState icon={<IconSend size={20} stroke={1.6} />} title="No deliveries yet">
          Events appear here with the answer of your receiver. Send a test event to see one.
        </EmptyState>
      )}
      {deliveries && deliveries.length > 0 && (
        <DeliveryTable webhook={webhook} deliveries={deliveries} onOpen={setOpen} />
      )}
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show earlier deliveries
          </Button>
        </div>
      )}
      {open !== null && <DeliveryDialog webhook={webhook} id={open} close={() => setOpen(null)} />}
    </Section>
  )
}

/** Sends a test event and opens its delivery with the answer. */
function useTest({ id }: Webhook, show: (delivery: WebhookDeliveryId) => void) {
  const toasts = useToasts()
  const test = useWebhookChange((client, _input: null) => client.webhooks.test({ params: { id } }))
  return {
    isPending: test.isPending,
    send: () =>
      test.mutate(null, {
        onSuccess: (delivery) => show(delivery.id),
        onError: (error) => toasts.show({ type: 'error', message: describeError(error).text }),
      }),
  }
}
