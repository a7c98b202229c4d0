/** What the hub can be sorted by. */
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

/** What the address of the hub holds; what makes no sense there is dropped. */
export interface HubSearch {
  /** Words that a model's id, licence or text must hold. */
  q?: string
  sort?: HubSort
  order?: SortOrder
  /** The model whose details are open. */
  model?: string
}

/** Reads the address; the route's `validateSearch`. */
export function readHubSearch({ q, sort, order, model }: Record<string, unknown>): HubSearch {
  const known = hubSorts.find((one) => one === sort)
  return {
    ...(isWords(q) ? { q: String(q) } : {}),
    ...(known === undefined ? {} : { sort: known }),
    ...(order === 'asc' || order === 'desc' ? { order } : {}),
    ...(typeof model === 'string' && model !== '' ? { model } : {}),
  }
}

/** The router reads words that look like a number as one. */
function isWords(q: unknown): q is string | number {
  return (typeof q === 'string' && q.trim() !== '') || typeof q === 'number'
}
