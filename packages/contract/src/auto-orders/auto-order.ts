import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { AutoOrderId, InstanceId, MachineId, TemplateId } from '../core/ids.ts'
import { MicroUsd, MicroUsdPerHour, PlainLine, Timestamp } from '../core/values.ts'
import { InstanceState, ReasonCode } from '../instances/instance.ts'
import { Order } from '../instances/order.ts'
import { OfferFilters, OfferQueryText } from '../market/offer-filters.ts'

/** The most instances that one automatic order rents. */
export const autoOrderInstancesMax = 50

/** How long an automatic order waits for offers: by default, and at most. */
export const autoOrderDaysUsual = 7
export const autoOrderDaysMax = 90

/**
 * `waiting`: rents the next offer that matches. `paused`: by its user, or for a reason that needs one. `completed`: all
 * its instances are rented. `expired`: its end date has passed.
 */
export const AutoOrderState = z.enum(['waiting', 'paused', 'completed', 'expired'])
export type AutoOrderState = z.infer<typeof AutoOrderState>

/** Why it is paused. */
export const AutoOrderPause = z.enum([
  /** Somebody paused it. */
  'user',
  /** Its user or API key may not act for the account any more: suspended, left, expired or revoked. */
  'not_permitted',
  'template_changed',
  'template_deleted',
  /** The rest of its budget is too small for another instance. */
  'budget_used',
  /** The budget of the account is too small. */
  'account_budget_exceeded',
  /** The budget of its project is too small. */
  'project_budget_exceeded',
  /** The budget of its API key is too small. */
  'key_budget_exceeded',
  /** An instance has the label already. */
  'label_taken',
  /** Two instances in a row failed for the same reason. */
  'instances_failed',
  /** The order is refused wherever it is placed; the last check says why. */
  'order_refused',
])
export type AutoOrderPause = z.infer<typeof AutoOrderPause>

/** What the last check found. */
export const AutoOrderOutcome = z.enum([
  'rented',
  /** No free offer passes the filters with enough slots and disk. */
  'no_match',
  'above_price',
  /** As many of its instances run as may. */
  'enough_running',
  'balance_too_low',
  /** A limit of the account: of its instances, or of orders in a day. */
  'limit_reached',
  /** Other renters were faster, or the machines could not take the order. */
  'offers_taken',
  /** It was paused for a reason. */
  'refused',
])
export type AutoOrderOutcome = z.infer<typeof AutoOrderOutcome>

/** Named: the fields of an order that do not depend on the offer. */
const {
  offer_id: _offer,
  quote_id: _quote,
  reservation_id: _reservation,
  bid_micro_usd_per_hour: _bid,
  interruption_signal: _signal,
  volumes: _volumes,
  ...ordered
} = Order.shape

/** What is ordered: the fields of an order on demand, without its offer. Volumes are on one machine, and left out. */
export const AutoOrdered = z
  .strictObject(ordered)
  .refine((order) => (order.template_id === undefined) !== (order.template === undefined), {
    message: 'give either template_id or template',
    path: ['template_id'],
  })
  .meta({ examples: [{ disk_gb: 20, template: { image_path_with_tag: 'debian:12' } }] })
export type AutoOrdered = z.infer<typeof AutoOrdered>

const limitsOfOrder = {
  name: PlainLine.min(1).max(80),
  query: OfferQueryText,
  /** The most that one instance may cost while it runs, with its disk. */
  max_price_micro_usd_per_hour: MicroUsdPerHour.min(1),
  /** How many instances it rents in all. */
  instances_max: z.int().min(1).max(autoOrderInstancesMax),
  /** How many of them may run at the same time; `null`: all. */
  running_max: z.int().min(1).max(autoOrderInstancesMax).nullable(),
  /** The most that all its instances cost together: each one gets a share as its own budget. `null`: none. */
  budget_micro_usd: MicroUsd.min(limits.instanceBudgetMicroUsdMin)
    .max(limits.instanceBudgetMicroUsdMax)
    .nullable(),
  /** Until when it rents; at most 90 days from now. Its instances continue. */
  ends_at: Timestamp,
} as const

export const NewAutoOrder = z.strictObject({
  name: limitsOfOrder.name,
  query: limitsOfOrder.query,
  order: AutoOrdered,
  max_price_micro_usd_per_hour: limitsOfOrder.max_price_micro_usd_per_hour,
  instances_max: limitsOfOrder.instances_max.default(1),
  running_max: limitsOfOrder.running_max.default(null),
  budget_micro_usd: limitsOfOrder.budget_micro_usd.default(null),
  /** By default 7 days from now. */
  ends_at: limitsOfOrder.ends_at.optional(),
})
export type NewAutoOrder = z.infer<typeof NewAutoOrder>

/** What is ordered stays as it is: create another automatic order for something else. */
export const ChangeAutoOrder = z.strictObject({
  name: limitsOfOrder.name.optional(),
  query: limitsOfOrder.query.optional(),
  max_price_micro_usd_per_hour: limitsOfOrder.max_price_micro_usd_per_hour.optional(),
  instances_max: limitsOfOrder.instances_max.optional(),
  running_max: limitsOfOrder.running_max.optional(),
  budget_micro_usd: limitsOfOrder.budget_micro_usd.optional(),
  ends_at: limitsOfOrder.ends_at.optional(),
  paused: z.boolean().optional(),
})
export type ChangeAutoOrder = z.infer<typeof ChangeAutoOrder>

/** A size and a price, compared with the market of now. */
export const AutoOrderPreviewQuery = z.strictObject({
  query: OfferQueryText.default(''),
  slots: z.coerce.number().pipe(z.int().min(1).max(limits.slotsPerInstance)).default(1),
  disk_gb: z.coerce.number().pipe(z.int().min(limits.diskGbMin).max(limits.diskGbMax)),
  max_price_micro_usd_per_hour: z.coerce.number().pipe(MicroUsdPerHour).optional(),
})
export type AutoOrderPreviewQuery = z.infer<typeof AutoOrderPreviewQuery>

export const AutoOrderPreview = z.strictObject({
  /** Free offers that match, with enough slots and disk; counted up to 1,000. */
  matches: z.int(),
  /** The cheapest whole price of them, with the disk; `null`: none matches. */
  cheapest_micro_usd_per_hour: MicroUsdPerHour.nullable(),
  /** Whether the cheapest would be rented at once. */
  rents_now: z.boolean(),
})
export type AutoOrderPreview = z.infer<typeof AutoOrderPreview>

/** An instance that it rented. */
export const AutoOrderInstance = z.strictObject({
  instance_id: InstanceId,
  label: z.string(),
  state: InstanceState,
  machine_id: MachineId,
  machine_name: z.string(),
  placed_at: Timestamp,
  running_micro_usd_per_hour: MicroUsdPerHour,
  /** So far, running and stopped. */
  cost_micro_usd: MicroUsd,
  /** Why it failed when it first did; `null`: it did not. */
  failure: ReasonCode.nullable(),
})
export type AutoOrderInstance = z.infer<typeof AutoOrderInstance>

const lastCheck = z.strictObject({
  at: Timestamp,
  outcome: AutoOrderOutcome,
  /** One sentence. */
  text: z.string(),
  matches: z.int(),
  cheapest_micro_usd_per_hour: MicroUsdPerHour.nullable(),
})

/** A search of the market that rents what matches, up to a price and within limits. */
export const AutoOrder = z.strictObject({
  id: AutoOrderId,
  ...limitsOfOrder,
  filters: OfferFilters,
  order: AutoOrdered,
  /** The template of the order; `null`: an own image. */
  template_id: TemplateId.nullable(),
  state: AutoOrderState,
  pause: AutoOrderPause.nullable(),
  /** What it does now, in one sentence. */
  text: z.string(),
  /** How many instances it has rented, and how many of them run or start now. */
  placed: z.int(),
  running: z.int(),
  cost_micro_usd: MicroUsd,
  last_check: lastCheck.nullable(),
  /** Newest first. */
  instances: z.array(AutoOrderInstance).max(autoOrderInstancesMax),
  created_at: Timestamp,
})
export type AutoOrder = z.infer<typeof AutoOrder>
