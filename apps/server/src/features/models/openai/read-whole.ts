import type { AnswerEnded, PendingAnswer } from '../answers/pending-answer.ts'
import { deliveredReason } from './chunks.ts'
import { mergeToolCalls, type ToolCall } from './merge-tool-calls.ts'

/** A complete answer. */
export interface WholeAnswer {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  readonly reason: string
  readonly cost: AnswerEnded['cost']
}

/** Reads an answer to its end. @throws Refused as {@link deliveredReason} */
export async function readWhole(pending: PendingAnswer): Promise<WholeAnswer> {
  let text = ''
  const calls: unknown[] = []
  for await (const delta of pending.deltas) {
    if (delta.kind === 'text') text += delta.text
    else calls.push(...delta.tool_calls)
  }
  const ended = await pending.ended
  const reason = deliveredReason(ended)
  return { text, toolCalls: mergeToolCalls(calls), reason, cost: ended.cost }
}
