import type { AnswerEnded, Answering } from '../ports.ts'
import { deliveredReason } from './chunks.ts'
import { mergeToolCalls, type ToolCall } from './merge-tool-calls.ts'

/** All of an answer, once it is there. */
export interface WholeAnswer {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  readonly reason: string
  readonly cost: AnswerEnded['cost']
}

/** Reads an answer to its end. @throws Refused as {@link deliveredReason} */
export async function readWhole(answering: Answering): Promise<WholeAnswer> {
  let text = ''
  const calls: unknown[] = []
  for await (const piece of answering.pieces) {
    if (piece.kind === 'text') text += piece.text
    else calls.push(...piece.tool_calls)
  }
  const ended = await answering.ended
  const reason = deliveredReason(ended)
  return { text, toolCalls: mergeToolCalls(calls), reason, cost: ended.cost }
}
