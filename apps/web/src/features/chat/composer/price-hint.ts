import type { Model } from '@gridloom/contract/models/model'
import type { TokenPrice } from '@gridloom/contract/models/token-price'
import { formatPerMillion } from '../../../shared/models/model-words.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'

/** Characters per token in English, as a rule of thumb; only the engine counts tokens exactly. */
const charsPerToken = 4

interface HintOf {
  /** The models that get the prompt: one, or two that are compared. */
  models: readonly Pick<Model, 'name' | 'price'>[]
  /** The typed prompt. */
  text: string
  /** The maximum tokens of the answer, if set. */
  maxTokens: number | null
}

/** One part of the price hint. */
export interface HintPart {
  /** The model's name, if several are asked at different prices. */
  readonly name?: string
  readonly words: string
}

/** Estimates the prompt's tokens and lists the prices; empty if none of the models is served. */
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

/** Names the models only if their prices differ. */
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
