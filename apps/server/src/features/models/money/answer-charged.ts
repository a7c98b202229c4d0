import { MachineId } from '@gridloom/contract/core/ids'
import { MicroUsd } from '@gridloom/contract/core/values'
import { ModelId } from '@gridloom/contract/models/model-id'
import { z } from 'zod'
import { eventKind, type NewEvent } from '../../../platform/business-events/business-event.ts'
import type { WrittenAnswer } from './answers-store.ts'

/** A model's answer was charged. The subject is the answer; a free answer publishes no event. */
export const answerCharged = eventKind(
  'answer.charged',
  z.object({
    model_id: ModelId,
    machine_id: MachineId,
    micro_usd: MicroUsd,
    input_tokens: z.number(),
    output_tokens: z.number(),
  }),
)

/** Returns the events for answers that are written together. */
export function chargesOf(written: readonly WrittenAnswer[]): NewEvent[] {
  return written.flatMap(({ answer: { id, payer, modelId, endpoint, counts }, microUsd }) => {
    if (microUsd === 0 || endpoint === null) return []
    const { input_tokens, output_tokens } = counts
    const payload = {
      model_id: modelId,
      machine_id: endpoint.machineId,
      micro_usd: microUsd,
      input_tokens,
      output_tokens,
    }
    return answerCharged.of({ subject: id, accountId: payer.accountId, payload })
  })
}
