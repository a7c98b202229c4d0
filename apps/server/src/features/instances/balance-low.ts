import { MicroUsd } from '@gridloom/contract/core/values'
import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

/**
 * The balance runs out within an hour, or within ten minutes, at the current spend rate. The subject is the account;
 * each of its instances that runs records one.
 */
export const balanceLow = eventKind(
  'balance.low',
  z.object({
    available_micro_usd: MicroUsd,
    spend_rate_micro_usd_per_hour: MicroUsd,
    lasts_s: z.int(),
    /** The threshold that was passed. */
    within_s: z.int(),
  }),
)
