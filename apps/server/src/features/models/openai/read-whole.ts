import type { TokenLogprob } from '@gridloom/contract/agent/models'
import type { AnswerDelta, AnswerEnded, PendingAnswer } from '../answers/pending-answer.ts'
import { deliveredReasons } from './chunks.ts'
import { mergeToolCalls, type ToolCall } from './merge-tool-calls.ts'

/** A complete answer: as many choices as were requested. */
export interface WholeAnswer {
  readonly choices: readonly WholeChoice[]
  readonly cost: AnswerEnded['cost']
}

export interface WholeChoice {
  readonly text: string
  readonly reasoning: string
  readonly toolCalls: readonly ToolCall[]
  /** `undefined` where they were not requested. */
  readonly logprobs: readonly TokenLogprob[] | undefined
  readonly reason: string
}

/** Reads an answer to its end. @throws Refused as `deliveredReason` */
export async function readWhole(pending: PendingAnswer, choices = 1): Promise<WholeAnswer> {
  const growing = Array.from({ length: choices }, createGrowingChoice)
  for await (const delta of pending.deltas) growing[delta.choice ?? 0]?.add(delta)
  const ended = await pending.ended
  const reasons = deliveredReasons(ended, choices)
  const whole = growing.map((one, at) => one.whole(reasons[at] ?? ended.reason))
  return { choices: whole, cost: ended.cost }
}

function createGrowingChoice() {
  let text = ''
  let reasoning = ''
  const calls: unknown[] = []
  let logprobs: TokenLogprob[] | undefined
  return {
    add(delta: AnswerDelta): void {
      if (delta.kind === 'text') text += delta.text
      else if (delta.kind === 'reasoning') reasoning += delta.text
      else calls.push(...delta.tool_calls)
      if (delta.logprobs === undefined) return
      logprobs ??= []
      for (const one of delta.logprobs) logprobs.push(one)
    },
    whole: (reason: string): WholeChoice => ({
      ...{ text, reasoning, toolCalls: mergeToolCalls(calls), logprobs, reason },
    }),
  }
}
