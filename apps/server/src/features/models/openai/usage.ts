import type { AnswerCost } from '@gridloom/contract/models/answer'
import type { OpenAiUsage } from '@gridloom/contract/models/openai'

const microUsdPerUsd = 1_000_000

/** The token counts of an answer in OpenAI's form, with its cost. */
export function openAiUsageOf(cost: AnswerCost): OpenAiUsage {
  const { input_tokens, cached_tokens, output_tokens, reasoning_tokens } = cost
  return {
    prompt_tokens: input_tokens,
    completion_tokens: output_tokens,
    total_tokens: input_tokens + output_tokens,
    prompt_tokens_details: { cached_tokens },
    completion_tokens_details: { reasoning_tokens },
    cost: cost.micro_usd / microUsdPerUsd,
    machine_id: cost.machine_id,
  }
}
