import type { Model, TokenPrice } from '@gridloom/contract/models'
import { formatMoney } from '../../../lib/format/money.ts'
import { plural } from '../../../lib/format/numbers.ts'
import { formatPerMillion } from '../../../lib/models/model-words.ts'

/** Letters to a token in English, as a rule of thumb. The engine counts them exactly. */
const lettersPerToken = 4

interface HintOf {
  price: Model['price']
  /** What is typed. */
  text: string
  /** The longest answer that may come, where one is set. */
  maxTokens: number | null
}

/** What asking costs: the price by tokens, and about how many are typed already. Nothing where nobody serves it. */
export function priceHint({ price, text, maxTokens }: HintOf): string {
  if (price === null) return ''
  const rates = isFree(price)
    ? 'free'
    : `${formatPerMillion(price.input_micro_usd)} in · ${formatPerMillion(price.output_micro_usd)} out`
  const tokens = Math.ceil(text.length / lettersPerToken)
  return [
    ...(tokens === 0 ? [] : [`≈ ${plural(tokens, 'token')}`]),
    rates,
    ...(maxTokens === null || isFree(price) ? [] : [`answer ${mostOf(price, maxTokens)} at most`]),
  ].join(' · ')
}

function isFree({ input_micro_usd: input, output_micro_usd: output }: TokenPrice): boolean {
  return input === 0 && output === 0
}

function mostOf({ output_micro_usd: output }: TokenPrice, maxTokens: number): string {
  return formatMoney(Math.ceil((output * maxTokens) / 1_000_000))
}
