import type { Model } from '@gridloom/contract/models/model'
import { orgOf, servingOf } from '../../shared/models/model-words.ts'
import type { HubSearch, HubSort, SortOrder } from './hub-address.ts'

/** Returns the default order: ascending where less is better and for names, else descending. */
export function usualHubOrder(sort: HubSort): SortOrder {
  return sort === 'name' || sort === 'price' || sort === 'first_token' ? 'asc' : 'desc'
}

/** Sorts by the clicked column; clicking it again reverses the order. */
export function sortHubBy(search: HubSearch, sort: HubSort): HubSearch {
  const { sort: present, order: given, ...rest } = search
  const order = given ?? (present && usualHubOrder(present))
  const next =
    present === sort && order === usualHubOrder(sort) ? turned(order) : usualHubOrder(sort)
  return { ...rest, sort, ...(next === usualHubOrder(sort) ? {} : { order: next }) }
}

/**
 * Returns the models that match all words of the search, in its order. By default, served models come first, then by
 * name; models without the metric that is sorted by come last in both directions.
 */
export function modelsFor(search: HubSearch, models: readonly Model[]): Model[] {
  const words = (search.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const found = models.filter((model) => {
    const text = [model.id, model.licence, model.about].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const { sort } = search
  if (sort === undefined) return found.toSorted(servedFirst)
  const sign = (search.order ?? usualHubOrder(sort)) === 'asc' ? 1 : -1
  if (sort === 'name') return found.toSorted((one, other) => sign * byName(one, other))
  const figure = metrics[sort]
  return found.toSorted((one, other) => {
    const [left, right] = [figure(one), figure(other)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (left - right) || byName(one, other)
  })
}

const metrics = {
  size: ({ parameters }) => parameters,
  context: ({ context_tokens: tokens }) => tokens,
  // Answers have about as many tokens as prompts, so the sum of both prices is comparable.
  price: ({ price }) => price && price.input_micro_usd + price.output_micro_usd,
  first_token: ({ metrics: { first_token_ms: ms } }) => ms?.p50 ?? null,
  speed: ({ metrics: { tokens_per_s: speed } }) => speed?.p50 ?? null,
  uptime: ({ metrics: { uptime_1d: share } }) => share,
  machines: (model) => servingOf(model).length,
} as const satisfies Record<Exclude<HubSort, 'name'>, (model: Model) => number | null>

function servedFirst(one: Model, other: Model): number {
  const served = (model: Model) => Number(servingOf(model).length > 0)
  return served(other) - served(one) || byName(one, other)
}

function byName(one: Model, other: Model): number {
  return one.name.localeCompare(other.name) || orgOf(one.id).localeCompare(orgOf(other.id))
}

function turned(order: SortOrder): SortOrder {
  return order === 'asc' ? 'desc' : 'asc'
}
