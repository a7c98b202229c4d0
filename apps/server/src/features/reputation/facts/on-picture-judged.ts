import { type EvidenceCause, evidenceValueMax } from '@gridloom/contract/reputation/evidence'
import { eventSubscriber } from '../../../platform/business-events/business-event.ts'
import { pictureJudged } from '../../rendering/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { type NewFact, recordFact } from '../evidence/record-fact.ts'

const causes = {
  confirmed: null,
  caught: 'wrong_picture',
  malformed: 'malformed_picture',
  dispute: 'wrong_picture',
} as const satisfies Record<string, EvidenceCause | null>

/** Records what comparisons of pictures show about the machines that rendered them. */
export const followPictures = eventSubscriber({
  name: 'reputation.pictures',
  to: [pictureJudged],
  handle: async (ctx: ReputationCtx, tx, { at, payload }) => {
    const { machine_id: machineId, verdict, occasion } = payload
    const fact: NewFact = {
      machineId,
      kind: verdict === 'dispute' ? 'dispute' : 'render_check',
      value: verdict === 'confirmed' ? evidenceValueMax : 0,
      cause: causes[verdict],
      ...{ source: occasion, at },
    }
    await recordFact(ctx, tx, fact)
  },
})
