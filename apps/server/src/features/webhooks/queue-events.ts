import {
  AutoOrderId,
  BackupRunId,
  InstanceId,
  MachineId,
  MissionClaimId,
  PostId,
  ReferralId,
  RenderJobId,
  ReservationId,
  SavedSearchId,
  SnapshotId,
  VolumeId,
} from '@gridloom/contract/core/ids'
import type { WebhookEventKind } from '@gridloom/contract/webhooks/events'
import { eventSubscriber } from '../../platform/business-events/business-event.ts'
import type { Tx } from '../../platform/ctx.ts'
import {
  affiliateActivated,
  affiliateCommissionBooked,
  affiliateSignedUp,
} from '../affiliate/index.ts'
import { autoOrderPaused, autoOrderPlaced } from '../auto-orders/index.ts'
import { backupFailed, backupSucceeded } from '../backups/index.ts'
import { balanceLow, instanceEvents, labelOfInstance } from '../instances/index.ts'
import { searchMatched } from '../market/index.ts'
import { missionClaimDecided, missionClaimed } from '../missions/index.ts'
import { gpuAlert } from '../monitoring/index.ts'
import { postFailed, postGone, postPublished } from '../posts/index.ts'
import { renderCompleted } from '../rendering/index.ts'
import { reservationEnded, reservationEnding, reservationRefunded } from '../reservations/index.ts'
import { snapshotFailed, snapshotReady } from '../snapshots/index.ts'
import { volumeFailed, volumeReady } from '../volumes/index.ts'
import type { WebhooksCtx } from './ctx.ts'
import { countWaiting, insertDeliveries } from './deliveries-store.ts'
import { disableWebhook } from './disable-webhook.ts'
import { bodyOf } from './event-body.ts'
import { publishDue, publishWebhook } from './publish-webhook.ts'
import type { WebhookRow } from './schema.ts'
import { listReceivers, lockWebhook } from './webhooks-store.ts'

/** Deliveries that may wait for one webhook; it is disabled rather than sent more. */
const waitingMax = 10_000

const hourMs = 60 * 60 * 1_000

/** Queues a delivery of each event for the webhooks that receive its kind. */
export const queueWebhookEvents = eventSubscriber({
  name: 'webhooks.deliveries',
  to: [
    ...instanceEvents,
    renderCompleted,
    balanceLow,
    snapshotReady,
    snapshotFailed,
    volumeReady,
    volumeFailed,
    reservationEnding,
    reservationEnded,
    reservationRefunded,
    autoOrderPlaced,
    autoOrderPaused,
    backupSucceeded,
    backupFailed,
    searchMatched,
    gpuAlert,
    affiliateSignedUp,
    affiliateActivated,
    affiliateCommissionBooked,
    missionClaimed,
    missionClaimDecided,
    postPublished,
    postFailed,
    postGone,
  ],
  async handle(ctx: WebhooksCtx, tx, event) {
    const { topic: kind, accountId, subject, at } = event
    if (accountId === null) return
    const receivers = await listReceivers(tx, accountId, kind)
    if (receivers.length === 0) return
    const happened = { at, accountId }
    switch (event.topic) {
      case 'render.completed': {
        const data = { job_id: RenderJobId.parse(subject), ...event.payload }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
      case 'snapshot.ready':
      case 'snapshot.failed': {
        const data = { snapshot_id: SnapshotId.parse(subject), ...event.payload }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
      case 'volume.ready':
      case 'volume.failed': {
        const data = { volume_id: VolumeId.parse(subject), ...event.payload }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
      case 'reservation.ending':
      case 'reservation.refunded': {
        const data = { reservation_id: ReservationId.parse(subject), ...event.payload }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
      case 'reservation.ended': {
        const { at_end: _end, ...ended } = event.payload
        const data = { reservation_id: ReservationId.parse(subject), ...ended }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
      case 'auto_order.placed':
      case 'auto_order.paused': {
        const data = { auto_order_id: AutoOrderId.parse(subject), ...event.payload }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
      case 'backup.succeeded':
      case 'backup.failed': {
        const data = { run_id: BackupRunId.parse(subject), ...event.payload }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
      case 'search.matched': {
        const data = { search_id: SavedSearchId.parse(subject), ...event.payload }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
      case 'gpu.alert': {
        const data = { machine_id: MachineId.parse(subject), ...event.payload }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
      case 'affiliate.signed_up':
      case 'affiliate.activated':
      case 'affiliate.commission_booked': {
        const data = { referral_id: ReferralId.parse(subject), ...event.payload }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
      case 'mission.claimed':
      case 'mission.claim_decided': {
        const data = { claim_id: MissionClaimId.parse(subject), ...event.payload }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
      case 'post.published':
      case 'post.failed':
      case 'post.gone': {
        const data = { post_id: PostId.parse(subject), ...event.payload }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
      case 'balance.low': {
        const { within_s: _within, ...data } = event.payload
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: lowKey(event) })
      }
      default: {
        const id = InstanceId.parse(subject)
        const label = (await labelOfInstance(tx.db, id)) ?? ''
        const data = { instance_id: id, label, ...event.payload }
        const body = bodyOf(event.topic, { ...happened, data })
        return queue(ctx, tx, receivers, { kind, subject, body, key: `event:${event.id}` })
      }
    }
  },
})

/** The instances of an account pass a threshold one after the other: that is one event an hour. */
function lowKey({ at, payload }: { at: Date; payload: { within_s: number } }): string {
  return `balance.low:${payload.within_s}:${Math.floor(at.getTime() / hourMs)}`
}

interface Queued {
  kind: WebhookEventKind
  subject: string
  body: string
  key: string
}

async function queue(
  ctx: WebhooksCtx,
  tx: Tx,
  receivers: readonly WebhookRow[],
  { kind, subject, body, key }: Queued,
): Promise<void> {
  const now = ctx.clock.now()
  const event_id = ctx.ids.mint('webhookEvent')
  for (const webhook of receivers) {
    if (await isFull(ctx, tx, webhook)) continue
    await insertDeliveries(tx, [
      {
        id: ctx.ids.mint('webhookDelivery'),
        webhook_id: webhook.id,
        account_id: webhook.account_id,
        event_id,
        event_key: key,
        kind,
        subject,
        body,
        created_at: now,
        next_try_at: now,
        lease: null,
      },
    ])
    await publishWebhook(tx, webhook.account_id)
  }
  await publishDue(tx)
}

async function isFull(ctx: WebhooksCtx, tx: Tx, { id }: WebhookRow): Promise<boolean> {
  if ((await countWaiting(tx, id, waitingMax)) < waitingMax) return false
  const locked = await lockWebhook(tx, id)
  if (locked !== undefined) await disableWebhook(ctx, tx, locked, 'too_many_waiting')
  return true
}
