import type { Model } from '@gridloom/contract/models/model'
import type { EngineKind } from '@gridloom/contract/models/model-endpoint'
import { type ServedModel, ServeOrder } from '@gridloom/contract/models/serving'
import type { TokenPrice } from '@gridloom/contract/models/token-price'
import { numberOf, numberOrNull, type TypedNumber } from '../../../ui/form/typed.ts'
import { microUsdOf, type Usd, usdOf } from '../../../ui/format/usd.ts'

/** The serve form as typed; prices in dollars per million tokens. */
export interface ServeDraft {
  model: string
  engine: EngineKind
  base_url: string
  upstream_model: string
  /** `deny`: the provider declares that the own engine keeps neither prompts nor answers. */
  data_collection: 'allow' | 'deny'
  context_tokens: TypedNumber
  input_micro_usd: Usd
  cached_micro_usd: Usd
  output_micro_usd: Usd
  slots: TypedNumber
}
type ServeField = keyof ServeDraft

/** Ollama's default address; other engines differ only in the port. */
const usualEngineUrl = 'http://127.0.0.1:11434/v1'
const usualSlots = 2

/** Returns the initial form: empty, or filled from the current order of a served model. */
export function firstServeDraft(served?: ServedModel): ServeDraft {
  const order = served?.order
  const beside = order?.engine.kind === 'openai-http' ? order.engine : undefined
  return {
    model: served?.model_id ?? '',
    engine: order?.engine.kind ?? 'llama',
    base_url: beside?.base_url ?? usualEngineUrl,
    upstream_model: beside?.upstream_model ?? '',
    data_collection: beside?.data_collection ?? 'allow',
    context_tokens: order?.engine.context_tokens ?? '',
    ...(order ? priceFields(order.price) : noPrice),
    slots: order?.slots ?? usualSlots,
  }
}

const noPrice = { input_micro_usd: '', cached_micro_usd: '', output_micro_usd: '' }

/** Converts a price for the form's fields. */
export function priceFields(price: TokenPrice) {
  return {
    input_micro_usd: usdOf(price.input_micro_usd),
    cached_micro_usd: usdOf(price.cached_micro_usd),
    output_micro_usd: usdOf(price.output_micro_usd),
  }
}

export type ReadServeDraft =
  | { ok: true; order: ServeOrder }
  | { ok: false; problems: Record<string, string> }

/** Converts the form to the contract's order, or returns the problems by field. */
export function readServeDraft(draft: ServeDraft): ReadServeDraft {
  const parsed = ServeOrder.safeParse({
    engine: engineOf(draft),
    price: {
      input_micro_usd: priceOf(draft.input_micro_usd),
      cached_micro_usd: priceOf(draft.cached_micro_usd),
      output_micro_usd: priceOf(draft.output_micro_usd),
    },
    slots: numberOf(draft.slots),
  })
  if (parsed.success && draft.model !== '') return { ok: true, order: parsed.data }
  const paths = parsed.error?.issues.map(({ path }) => path.join('.')) ?? []
  if (draft.model === '') paths.push('model')
  return { ok: false, problems: Object.fromEntries(paths.flatMap(problemAt)) }
}

function problemAt(path: string): [string, string][] {
  const field = fieldAt(path)
  return field === undefined ? [] : [[field, wrong[field]]]
}

/**
 * Returns the form's field for a path of the order, by its last part (`engine.base_url`), else its first
 * (`engine.kind`).
 */
export function fieldAt(path: string): ServeField | undefined {
  const parts = path.split('.')
  return [parts.at(-1), parts[0]].find(isField)
}

function isField(part: string | undefined): part is ServeField {
  return part !== undefined && Object.hasOwn(wrong, part)
}

const price = 'Enter a price from $0 to $1,000'
const wrong = {
  model: 'Choose a model',
  engine: 'Choose an engine',
  base_url: 'Enter a URL such as http://127.0.0.1:8000/v1, without user and password',
  upstream_model: 'Enter the name the engine uses',
  data_collection: 'Choose whether prompts and answers are stored',
  context_tokens: 'Enter a whole number of tokens, from 128',
  input_micro_usd: price,
  cached_micro_usd: price,
  output_micro_usd: price,
  slots: 'Enter a whole number from 1 to 256',
} as const satisfies Record<ServeField, string>

function engineOf(draft: ServeDraft): unknown {
  const { context_tokens: tokens } = draft
  if (draft.engine === 'llama') return { kind: 'llama', context_tokens: numberOrNull(tokens) }
  return {
    kind: 'openai-http',
    base_url: draft.base_url.trim(),
    upstream_model: draft.upstream_model.trim(),
    context_tokens: numberOf(tokens),
    // Undeclared counts as allowed.
    ...(draft.data_collection === 'deny' && { data_collection: 'deny' }),
  }
}

function priceOf(typed: Usd): number {
  return microUsdOf(numberOf(typed))
}

/** A suggested price and its source. */
export interface Suggestion {
  price: TokenPrice
  from: 'cheapest' | 'size'
}

/** Returns the price of the cheapest machine; if no machine serves the model, an estimate by its size. */
export function suggestPrice(model: Pick<Model, 'price' | 'parameters'>): Suggestion {
  if (model.price !== null) return { price: model.price, from: 'cheapest' }
  const billions = Math.max(1, Math.round((model.parameters ?? 0) / 1e9))
  const input = billions * microUsdPerBillion
  const price = { input_micro_usd: input, cached_micro_usd: input / 4, output_micro_usd: input * 3 }
  return { price, from: 'size' }
}

/** Per million input tokens, for each billion of parameters. */
const microUsdPerBillion = 10_000
