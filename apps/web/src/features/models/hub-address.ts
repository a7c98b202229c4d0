/** The columns that the hub can be sorted by. */
export const hubSorts = [
  'name',
  'size',
  'context',
  'price',
  'first_token',
  'speed',
  'uptime',
  'machines',
] as const
export type HubSort = (typeof hubSorts)[number]
export type SortOrder = 'asc' | 'desc'

/** Search parameters of the hub; invalid values are dropped. */
export interface HubSearch {
  /** Words that must occur in a model's id, licence or text. */
  q?: string
  sort?: HubSort
  order?: SortOrder
  /** The model whose details are open. */
  model?: string
}

/** Parses the search parameters; used as the route's `validateSearch`. */
export function readHubSearch({ q, sort, order, model }: Record<string, unknown>): HubSearch {
  const known = hubSorts.find((one) => one === sort)
  return {
    ...(isWords(q) ? { q: String(q) } : {}),
    ...(known === undefined ? {} : { sort: known }),
    ...(order === 'asc' || order === 'desc' ? { order } : {}),
    ...(typeof model === 'string' && model !== '' ? { model } : {}),
  }
}

/** The router parses text that looks like a number as a number. */
function isWords(q: unknown): q is string | number {
  return (typeof q === 'string' && q.trim() !== '') || typeof q === 'number'
}
