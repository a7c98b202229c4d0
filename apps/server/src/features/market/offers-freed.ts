import { OfferId } from '@gridloom/contract/core/ids'
import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

/** Offers became free, or cheaper, where alerts, saved searches or automatic orders wait for some. */
export const offersFreed = eventKind('offers.freed', z.object({ offer_ids: z.array(OfferId) }))
