import type { AnswerCost } from '@gridloom/contract/models'
import { formatUsdExact } from '@gridloom/domain/money-format'

/** A stranger's machine wrote it: whatever would steer a terminal is left out, line ends and tabs stay. */
export function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
}

/** What an answer took: `12 tokens in (4 cached), 34 out · first token 12 ms · 812 tokens/s · $0.000012 · tower`. */
export function costText(cost: AnswerCost): string {
  const { input_tokens, cached_tokens, output_tokens, first_token_ms, tokens_per_s } = cost
  const cached = cached_tokens === 0 ? '' : ` (${cached_tokens} cached)`
  return [
    `${input_tokens} tokens in${cached}, ${output_tokens} out`,
    ...(first_token_ms === null ? [] : [`first token ${Math.round(first_token_ms)} ms`]),
    ...(tokens_per_s === null ? [] : [`${Math.round(tokens_per_s)} tokens/s`]),
    formatUsdExact(cost.micro_usd),
    ...(cost.machine_name === null ? [] : [harmless(cost.machine_name)]),
  ].join(' · ')
}
