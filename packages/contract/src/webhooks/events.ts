import { z } from 'zod'
import { AutoOrderPause } from '../auto-orders/auto-order.ts'
import { BackupFailure } from '../backups/backup.ts'
import { ChannelId } from '../channels/channel.ts'
import {
  AccountId,
  AffiliateClickId,
  AutoOrderId,
  BackupPlanId,
  BackupRunId,
  ConnectedAccountId,
  InstanceId,
  MachineId,
  MissionClaimId,
  MissionId,
  OfferId,
  PostId,
  ReferralId,
  RenderJobId,
  ReservationId,
  SavedSearchId,
  SnapshotId,
  VolumeId,
  WebhookId,
} from '../core/ids.ts'
import { MicroUsd, MicroUsdPerHour, Timestamp } from '../core/values.ts'
import { InstanceEventCause } from '../instances/events.ts'
import { InstanceState } from '../instances/instance.ts'
import { searchMatchesNamed } from '../market/saved-search.ts'
import { MissionClaimState } from '../missions/mission.ts'
import { GpuAlertKind } from '../monitoring/gpu-alert.ts'
import { PostProblem } from '../posts/post.ts'
import { ReservationEnd, ReservationEndCause } from '../reservations/reservation.ts'
import { SnapshotFailure } from '../snapshots/snapshot.ts'
import { VolumeFailure } from '../volumes/volume.ts'

/** The data of events of an instance: its state right after the event. Never its environment. */
export const WebhookInstance = z.strictObject({
  instance_id: InstanceId,
  label: z.string(),
  machine_id: MachineId,
  state: InstanceState,
  /** Why: the reason of the state; `null` where there is none. */
  cause: InstanceEventCause.nullable(),
  exit_code: z.int().nullable(),
})
export type WebhookInstance = z.infer<typeof WebhookInstance>

/** The data of events of a render job. */
export const WebhookRender = z.strictObject({
  job_id: RenderJobId,
  frames_done: z.int(),
  frames_failed: z.int(),
  charged_micro_usd: MicroUsd,
})

/** The data of events of a snapshot. */
export const WebhookSnapshot = z.strictObject({
  snapshot_id: SnapshotId,
  name: z.string(),
  instance_id: InstanceId,
  /** Why it failed; `null`: it is ready. */
  failure: SnapshotFailure.nullable(),
  stored_bytes: z.int(),
})

/** The data of events of a volume. */
export const WebhookVolume = z.strictObject({
  volume_id: VolumeId,
  name: z.string(),
  machine_id: MachineId,
  size_gb: z.int(),
  /** Why it failed; `null`: it is ready. */
  failure: VolumeFailure.nullable(),
})

/** The data of events of a reservation. */
const reservationFacts = {
  reservation_id: ReservationId,
  machine_id: MachineId,
  slots: z.int(),
  ends_at: Timestamp,
} as const

export const WebhookReservationEnding = z.strictObject({
  ...reservationFacts,
  at_end: ReservationEnd,
  /** How long before the end: a day, or an hour. */
  within_s: z.int(),
})
export const WebhookReservationEnded = z.strictObject({
  ...reservationFacts,
  cause: ReservationEndCause,
  returned_micro_usd: MicroUsd,
})
export const WebhookReservationRefunded = z.strictObject({
  ...reservationFacts,
  day: z.int(),
  unavailable_s: z.int(),
  refunded_micro_usd: MicroUsd,
})

/** The data of events of an automatic order. */
export const WebhookAutoOrderPlaced = z.strictObject({
  auto_order_id: AutoOrderId,
  name: z.string(),
  instance_id: InstanceId,
  machine_id: MachineId,
  running_micro_usd_per_hour: MicroUsdPerHour,
  /** How many it has rented, of how many. */
  placed: z.int(),
  instances_max: z.int(),
})
export const WebhookAutoOrderPaused = z.strictObject({
  auto_order_id: AutoOrderId,
  name: z.string(),
  /** Never `user`. */
  pause: AutoOrderPause,
  text: z.string(),
})

/** The data of events of a backup. */
export const WebhookBackup = z.strictObject({
  plan_id: BackupPlanId,
  run_id: BackupRunId,
  name: z.string(),
  /** `null`: no running instance had the volume. */
  instance_id: InstanceId.nullable(),
  /** `null`: it is of an instance. */
  volume_id: VolumeId.nullable(),
  /** Why it failed; `null`: it succeeded. */
  failure: BackupFailure.nullable(),
  files: z.int().nullable(),
  bytes: z.int().nullable(),
  added_bytes: z.int(),
})

/** The data of an event of a saved search: offers that began to match. */
export const WebhookSearch = z.strictObject({
  search_id: SavedSearchId,
  name: z.string(),
  query: z.string(),
  /** The cheapest first. */
  offers: z
    .array(
      z.strictObject({
        offer_id: OfferId,
        machine_id: MachineId,
        hardware: z.string(),
        price_micro_usd_per_hour: MicroUsdPerHour,
      }),
    )
    .max(searchMatchesNamed),
  /** How many more began to match. */
  more: z.int(),
})
export type WebhookSearch = z.infer<typeof WebhookSearch>
/** The data of alerts of GPUs. */
export const WebhookGpuAlert = z.strictObject({
  machine_id: MachineId,
  gpu_uuid: z.string(),
  gpu_model: z.string(),
  kind: GpuAlertKind,
  /** °C, or the number of new errors; `null` for throttling. */
  value: z.number().nullable(),
})

/** The data of events of the balance. */
export const WebhookBalance = z.strictObject({
  available_micro_usd: MicroUsd,
  spend_rate_micro_usd_per_hour: MicroUsdPerHour,
  /** Seconds until it runs out at this rate. */
  lasts_s: z.int(),
})

/** The data of a test event. */
export const WebhookTest = z.strictObject({ webhook_id: WebhookId, text: z.string() })

/** The data of events of a mission. */
export const WebhookMission = z.strictObject({
  claim_id: MissionClaimId,
  mission_id: MissionId,
  reward_micro_usd: MicroUsd,
  /** It waits for the operator's decision. */
  held: z.boolean(),
})

/** The data of a decision on a claim. Its reason is in the history of missions. */
export const WebhookMissionDecision = z.strictObject({
  claim_id: MissionClaimId,
  mission_id: MissionId,
  reward_micro_usd: MicroUsd,
  /** Its state now. */
  state: MissionClaimState,
})

const postFacts = {
  post_id: PostId,
  connected_account_id: ConnectedAccountId,
  channel: ChannelId,
} as const

/** The data of events of a post at one connected account: never its text. */
export const WebhookPost = z.strictObject({
  ...postFacts,
  /** The public address. */
  url: z.string().meta({ examples: ['https://social.example/@ada/1'] }),
})

/** The same for one that was not published. */
export const WebhookPostFailed = z.strictObject({ ...postFacts, problem: PostProblem })

const referralFacts = {
  referral_id: ReferralId,
  by: z.enum(['click', 'code']),
  /** `null`: a code was typed. */
  click_id: AffiliateClickId.nullable(),
  /** As the link named them; empty: it named none. */
  campaign: z.string(),
  sub_id: z.string(),
} as const

/** The data of events of a referral: nothing about the person who was referred. */
export const WebhookReferral = z.strictObject(referralFacts)

/** The same with the commission of one UTC day. */
export const WebhookCommission = z.strictObject({
  ...referralFacts,
  day: z.iso.date().meta({ examples: ['2026-11-28'] }),
  /** `2`: on fees of an account that the referral itself referred. */
  level: z.union([z.literal(1), z.literal(2)]),
  /** Below zero when credits took more back than was earned. */
  commission_micro_usd: MicroUsd,
})

/** What a webhook can be sent: each kind of event with a sentence for users and the schema of its data. */
export const webhookEvents = {
  'instance.ordered': { text: 'An instance was ordered.', data: WebhookInstance },
  'instance.started': { text: 'The container of an instance started.', data: WebhookInstance },
  'instance.ready': {
    text: 'An instance is running, and its readiness check passed.',
    data: WebhookInstance,
  },
  'instance.stopped': {
    text: 'An instance stopped: as requested, by itself, or because funds ran out.',
    data: WebhookInstance,
  },
  'instance.failed': { text: 'An instance failed.', data: WebhookInstance },
  'instance.lost': { text: 'The machine of an instance went offline.', data: WebhookInstance },
  'instance.back': {
    text: 'The machine of a lost instance is online again.',
    data: WebhookInstance,
  },
  'instance.budget_low': {
    text: 'An instance has used 80 % of its budget.',
    data: WebhookInstance,
  },
  'instance.stop_announced': {
    text: 'A rule of an instance stops it within 5 minutes.',
    data: WebhookInstance,
  },
  'instance.interrupting': {
    text: 'An interruptible instance is stopped within 30 seconds.',
    data: WebhookInstance,
  },
  'instance.start_blocked': {
    text: 'An instance could not be started by its schedule. It is tried again for a while.',
    data: WebhookInstance,
  },
  'instance.destroyed': {
    text: 'An instance was destroyed with its disk.',
    data: WebhookInstance,
  },
  'snapshot.ready': { text: 'A snapshot is complete and stored.', data: WebhookSnapshot },
  'snapshot.failed': { text: 'A snapshot could not be created.', data: WebhookSnapshot },
  'volume.ready': { text: 'A volume can be attached to instances.', data: WebhookVolume },
  'volume.failed': {
    text: 'A volume could not be created, or its machine lost it.',
    data: WebhookVolume,
  },
  'reservation.ending': {
    text: 'A reservation ends within a day, or within an hour.',
    data: WebhookReservationEnding,
  },
  'reservation.ended': {
    text: 'A reservation ended: its days are over, it was cancelled, or its machine is gone.',
    data: WebhookReservationEnded,
  },
  'reservation.refunded': {
    text: 'A day of a reservation was refunded, as its slots were not available for more than an hour.',
    data: WebhookReservationRefunded,
  },
  'auto_order.placed': {
    text: 'An automatic order rented an instance.',
    data: WebhookAutoOrderPlaced,
  },
  'auto_order.paused': {
    text: 'An automatic order was paused for a reason that needs you.',
    data: WebhookAutoOrderPaused,
  },
  'backup.succeeded': { text: 'A backup is complete and stored.', data: WebhookBackup },
  'backup.failed': {
    text: 'A backup failed, or was skipped because the instance did not run, or none that ran had the volume.',
    data: WebhookBackup,
  },
  'render.completed': {
    text: 'Every frame of a render job is done or was given up.',
    data: WebhookRender,
  },
  'search.matched': {
    text: 'Offers began to match a saved search with the channel webhook; at most once an hour.',
    data: WebhookSearch,
  },
  'balance.low': {
    text: 'At the current spend rate, the balance runs out within an hour, or within ten minutes.',
    data: WebhookBalance,
  },
  'gpu.alert': {
    text: 'A GPU of a machine that you host is too hot, has memory errors, or is slowed down.',
    data: WebhookGpuAlert,
  },
  'affiliate.signed_up': {
    text: 'Somebody followed your referral link, or typed your code, and verified an account.',
    data: WebhookReferral,
  },
  'affiliate.activated': {
    text: 'An account that you referred paid for something for the first time.',
    data: WebhookReferral,
  },
  'affiliate.commission_booked': {
    text: 'Commission on the fees of a day was booked, or taken back; it is pending at first.',
    data: WebhookCommission,
  },
  'mission.claimed': {
    text: 'You claimed the reward of a mission.',
    data: WebhookMission,
  },
  'mission.claim_decided': {
    text: 'A claim was held, released or rejected, or its reward was taken back.',
    data: WebhookMissionDecision,
  },
  'post.published': {
    text: 'A post was published at a connected account, by us or by you.',
    data: WebhookPost,
  },
  'post.failed': {
    text: 'A post was not published, and is not tried again by itself.',
    data: WebhookPostFailed,
  },
  'post.gone': { text: 'A published post was deleted or made private.', data: WebhookPost },
  'webhook.test': { text: 'A test event, sent on request to one webhook.', data: WebhookTest },
} as const satisfies Record<string, { text: string; data: z.ZodType }>

export type AnyWebhookEventKind = keyof typeof webhookEvents

/** Named cast: the keys of the table are the kinds. */
const kinds = Object.keys(webhookEvents) as AnyWebhookEventKind[]

/** Every kind of event, the test event included. */
export const AnyWebhookEventKind = z.enum(kinds)

/** The kinds that a webhook subscribes to; every webhook receives its own test events. */
export const WebhookEventKind = AnyWebhookEventKind.exclude(['webhook.test'])
export type WebhookEventKind = z.infer<typeof WebhookEventKind>

/**
 * The schema of the body that is sent for one kind of event. Source: Standard Webhooks, "Payload structure"
 * (github.com/standard-webhooks/standard-webhooks).
 */
export function webhookBody(kind: AnyWebhookEventKind) {
  return z.strictObject({
    type: z.literal(kind),
    /** When it happened. */
    timestamp: Timestamp,
    account_id: AccountId,
    data: webhookEvents[kind].data,
  })
}
