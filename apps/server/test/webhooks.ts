import type { AccountId } from '@gridloom/contract/core/ids'
import { NewWebhook, type WebhookWithSecret } from '@gridloom/contract/webhooks/webhook'
import { sql } from 'kysely'
import type { InstancesCtx } from '../src/features/instances/ctx.ts'
import { createWebhook } from '../src/features/webhooks/create-webhook.ts'
import type { WebhooksCtx } from '../src/features/webhooks/ctx.ts'
import { DeliveryPool } from '../src/features/webhooks/deliver/delivery-pool.ts'
import { queueWebhookEvents } from '../src/features/webhooks/queue-events.ts'
import type { NewEvent } from '../src/platform/business-events/business-event.ts'
import { saveSubscribers } from '../src/platform/business-events/business-events-store.ts'
import { deliverEvents } from '../src/platform/business-events/deliver-events.ts'
import { recordEvents } from '../src/platform/business-events/record-events.ts'
import { fakeChanges } from './fake-changes.ts'
import { accountIdOf, withInstances } from './instances.ts'
import { startReceiver } from './receiver.ts'

/** Instances whose events are sent to a real HTTP server, step by step, as the test wants. */
export async function withWebhooks(wanted: Parameters<typeof withInstances>[0] = {}) {
  const fixture = await withInstances({ cpuSlots: 4, ...wanted })
  const receiver = await startReceiver()
  const changes = fakeChanges()
  const ctxOf = (ctx: InstancesCtx): InstancesCtx & WebhooksCtx => ({
    ...ctx,
    changes,
    receivers: { privateAddresses: 'allow', resolve: async () => ['127.0.0.1'] },
  })
  const system = ctxOf(fixture.system)
  const renter = ctxOf(fixture.renter)
  const account: AccountId = accountIdOf(fixture.renter)
  await system.transact((tx) => saveSubscribers(tx, [queueWebhookEvents]))
  const never = new AbortController().signal
  const queue = () => deliverEvents(system, queueWebhookEvents, never)

  return {
    ...fixture,
    receiver,
    ctxOf,
    system,
    renter,
    account,
    newAccount: fixture.account,
    /** Creates a webhook of the renter to the receiver. */
    create: (
      change: Partial<NewWebhook> = {},
      as: WebhooksCtx = renter,
    ): Promise<WebhookWithSecret> =>
      createWebhook(
        as,
        NewWebhook.parse({
          url: receiver.url,
          events: ['instance.ready', 'instance.stopped'],
          ...change,
        }),
      ),
    /** Records business events, as a feature does. */
    record: (...events: NewEvent[]) => system.transact((tx) => recordEvents(system, tx, events)),
    /** Queues deliveries of the recorded events. */
    queue,
    /** Queues, and makes every attempt that is due, once. */
    async send(as = system): Promise<void> {
      await queue()
      const pool = new DeliveryPool(as, () => {})
      // What follows an earlier delivery of its subject is due once that one has ended.
      for (let before = -1; before !== receiver.requests.length; ) {
        before = receiver.requests.length
        await pool.fill(never)
        await pool.settled()
      }
    },
    /** All deliveries, oldest first. */
    async deliveries() {
      const { rows } = await sql<{
        id: string
        kind: string
        state: string
        step: number
        attempts: number
        next_try_at: Date
        event_id: string
      }>`select id, kind, state, step, attempts, next_try_at, event_id
        from webhook_deliveries order by sequence`.execute(fixture.db)
      return rows
    },
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
export type WebhooksFixture = Awaited<ReturnType<typeof withWebhooks>>
