import type { AnswerCost } from '@gridloom/contract/models/answer'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { harmlessLine } from './harmless.ts'

/** The cost of an answer: `12 tokens in (4 cached), 34 out (20 reasoning) · first token 12 ms · 812 tokens/s · $0.000012 · tower`. */
export function costText(cost: AnswerCost): string {
  const { input_tokens, cached_tokens, output_tokens, first_token_ms, tokens_per_s } = cost
  const cached = cached_tokens === 0 ? '' : ` (${cached_tokens} cached)`
  const thought = cost.reasoning_tokens === 0 ? '' : ` (${cost.reasoning_tokens} reasoning)`
  return [
    `${input_tokens} tokens in${cached}, ${output_tokens} out${thought}`,
    ...(first_token_ms === null ? [] : [`first token ${Math.round(first_token_ms)} ms`]),
    ...(tokens_per_s === null ? [] : [`${Math.round(tokens_per_s)} tokens/s`]),
    formatUsdExact(cost.micro_usd),
    ...(cost.machine_name === null ? [] : [harmlessLine(cost.machine_name)]),
  ].join(' · ')
}
