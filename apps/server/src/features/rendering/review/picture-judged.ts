import { MachineId } from '@gridloom/contract/core/ids'
import { z } from 'zod'
import { eventKind } from '../../../platform/business-events/business-event.ts'

/**
 * A picture of a machine was compared with those of other owners' machines. The subject is the machine; the occasion
 * names the comparison. `dispute`: its renter had rejected it, and two others agree against it.
 */
export const pictureJudged = eventKind(
  'render.picture_judged',
  z.object({
    machine_id: MachineId,
    verdict: z.enum(['confirmed', 'caught', 'malformed', 'dispute']),
    occasion: z.string(),
  }),
)
