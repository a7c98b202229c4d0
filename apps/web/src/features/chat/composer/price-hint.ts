import type { Model, TokenPrice } from '@gridloom/contract/models'
import { formatMoney } from '../../../lib/format/money.ts'
import { plural } from '../../../lib/format/numbers.ts'
import { formatPerMillion } from '../../../lib/models/model-words.ts'

/** Letters to a token in English, as a rule of thumb. The engine counts them exactly. */
const lettersPerToken = 4

interface HintOf {
  /** Those that are asked, one or two beside each other. */
  models: readonly Pick<Model, 'name' | 'price'>[]
  /** What is typed. */
  text: string
  /** The longest answer that may come, where one is set. */
  maxTokens: number | null
}

/** What asking costs: the prices by tokens, and about how many are typed already. Nothing where nobody serves it. */
export function priceHint({ models, text, maxTokens }: HintOf): string {
  const prices = models.flatMap(({ price }) => (price === null ? [] : [price]))
  if (prices.length === 0) return ''
  const tokens = Math.ceil(text.length / lettersPerToken)
  const isPaid = prices.some((price) => !isFree(price))
  return [
    ...(tokens === 0 ? [] : [`≈ ${plural(tokens, 'token')}`]),
    ...ratesOf(models),
    ...(maxTokens === null || !isPaid ? [] : [mostOf(prices, maxTokens)]),
  ].join(' · ')
}

/** Names stand before prices only where these differ. */
function ratesOf(models: HintOf['models']): string[] {
  const [one, ...others] = models.map(({ name, price }) => ({ name, rates: rateWords(price) }))
  if (one === undefined) return []
  if (others.length === 0) return [one.rates.join(' · ')]
  if (others.every(({ rates }) => rates.join() === one.rates.join()))
    return [`each ${one.rates.join(', ')}`]
  return [one, ...others].map(({ name, rates }) => `${name} ${rates.join(', ')}`)
}

function rateWords(price: Model['price']): string[] {
  if (price === null) return ['not served now']
  if (isFree(price)) return ['free']
  const { input_micro_usd: input, output_micro_usd: output } = price
  return [`${formatPerMillion(input)} in`, `${formatPerMillion(output)} out`]
}

function isFree({ input_micro_usd: input, output_micro_usd: output }: TokenPrice): boolean {
  return input === 0 && output === 0
}

function mostOf(prices: readonly TokenPrice[], maxTokens: number): string {
  const most = prices.map(({ output_micro_usd: output }) => (output * maxTokens) / 1_000_000)
  const sum = most.reduce((all, one) => all + Math.ceil(one), 0)
  return `${prices.length === 1 ? 'answer' : 'answers'} ${formatMoney(sum)} at most`
}
