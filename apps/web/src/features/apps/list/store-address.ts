import { AppCategory } from '@gridloom/contract/apps/app'

/** The search and the category of the app store, as the URL has them. */
export interface StoreSearch {
  q?: string
  category?: AppCategory
}

/** Reads them from the URL; anything else in it is left out. */
export function readStoreSearch({ q, category }: Record<string, unknown>): StoreSearch {
  const known = AppCategory.safeParse(category)
  return {
    ...(typeof q === 'string' && q !== '' ? { q: q.slice(0, 100) } : {}),
    ...(known.success ? { category: known.data } : {}),
  }
}
