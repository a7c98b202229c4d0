import type { Model } from '@gridloom/contract/models/model'
import type { TokenPrice } from '@gridloom/contract/models/token-price'
import { formatPerMillion } from '../../../shared/models/model-words.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'

/** Letters to a token in English, as a rule of thumb. The engine counts them exactly. */
const charsPerToken = 4

interface HintOf {
  /** Those that are asked, one or two beside each other. */
  models: readonly Pick<Model, 'name' | 'price'>[]
  /** What is typed. */
  text: string
  /** The longest answer that may come, where one is set. */
  maxTokens: number | null
}

/** One thing to know of what asking costs. */
export interface HintPart {
  /** Whose price it is, where several are asked at different prices. */
  readonly name?: string
  readonly words: string
}

/** Price: about how many tokens are typed, and the prices. Nothing where nobody serves what is asked. */
export function priceHint({ models, text, maxTokens }: HintOf): readonly HintPart[] {
  const prices = models.flatMap(({ price }) => (price === null ? [] : [price]))
  if (prices.length === 0) return []
  const tokens = Math.ceil(text.length / charsPerToken)
  const isPaid = prices.some((price) => !isFree(price))
  return [
    ...(tokens === 0 ? [] : [{ words: `≈ ${plural(tokens, 'token')}` }]),
    ...ratesOf(models),
    ...(maxTokens === null || !isPaid ? [] : [{ words: mostOf(prices, maxTokens) }]),
  ]
}

/** Names stand before prices only where these differ. */
function ratesOf(models: HintOf['models']): HintPart[] {
  const all = models.map(({ name, price }) => ({ name, rates: rateWords(price) }))
  const [rates = [], ...others] = all.map((one) => one.rates)
  if (others.length === 0) return rates.map((words) => ({ words }))
  if (others.every((other) => other.join() === rates.join()))
    return [{ words: `each ${rates.join(', ')}` }]
  return all.map((one) => ({ name: one.name, words: one.rates.join(', ') }))
}

function rateWords(price: Model['price']): string[] {
  if (price === null) return ['unavailable']
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
