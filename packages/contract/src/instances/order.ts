import { z } from 'zod'
import { ProjectName } from '../budgets/project-name.ts'
import { limits } from '../core/constants.ts'
import { OfferId, QuoteId, ReservationId, TemplateId } from '../core/ids.ts'
import { MicroUsdPerHour, PlainLine } from '../core/values.ts'
import { Environment } from '../templates/container-fields.ts'
import { TemplateFields } from '../templates/template.ts'
import { VolumeMounts } from '../volumes/mount.ts'
import { AutomationSettings } from './automation.ts'
import { InterruptionSignal, RestartPolicy } from './instance.ts'

/** An order. Either `template_id` or `template` defines what to run; `quote_id` locks the price. */
export const Order = z
  .strictObject({
    offer_id: OfferId,
    quote_id: QuoteId.optional(),
    /** A reservation of slots of the offer: they cost nothing more, only the disk does. */
    reservation_id: ReservationId.optional(),
    slots: z.int().min(1).max(limits.slotsPerInstance).default(1),
    template_id: TemplateId.optional(),
    /** The version that was looked at: with another one in the meantime, nothing is ordered. */
    template_version: z.string().max(20).optional(),
    template: TemplateFields.optional(),
    disk_gb: z.int().min(limits.diskGbMin).max(limits.diskGbMax),
    env: Environment.default({}),
    restart_policy: RestartPolicy.default('on_machine_restart'),
    label: PlainLine.max(limits.labelChars).default(''),
    /** What its cost is booked to; by default the project of the API key, or none. */
    project: ProjectName.optional(),
    automation: AutomationSettings.optional(),
    /**
     * Orders an interruptible instance: the most that is paid for a slot with its memory. It costs less than on demand,
     * and is stopped with a notice of 30 s when an order at the full price or a higher bid needs its slots.
     */
    bid_micro_usd_per_hour: MicroUsdPerHour.min(1).optional(),
    /** What the main process receives with the notice; by default SIGTERM in launch mode `entrypoint`, else `none`. */
    interruption_signal: InterruptionSignal.optional(),
    /** Volumes of the account on the machine of the offer. */
    volumes: VolumeMounts.optional(),
  })
  .refine((order) => (order.template_id === undefined) !== (order.template === undefined), {
    message: 'give either template_id or template',
    path: ['template_id'],
  })
  .refine(
    (order) => order.bid_micro_usd_per_hour === undefined || order.reservation_id === undefined,
    { message: 'is paid for by the reservation', path: ['bid_micro_usd_per_hour'] },
  )
  .refine((order) => order.bid_micro_usd_per_hour === undefined || order.quote_id === undefined, {
    message: 'is of the price on demand; a bid has none',
    path: ['quote_id'],
  })
  .refine(
    (order) =>
      order.bid_micro_usd_per_hour !== undefined || order.interruption_signal === undefined,
    { message: 'is of interruptible instances', path: ['interruption_signal'] },
  )
export type Order = z.infer<typeof Order>
