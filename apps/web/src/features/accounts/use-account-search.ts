import { useSearch } from '@tanstack/react-router'
import type { AccountSearch } from './sections.ts'

/** Returns the search parameters of the page, as its route has validated them. */
export function useAccountSearch(): AccountSearch {
  const { section, connected, problem }: AccountSearch = useSearch({ strict: false })
  return { section, connected, problem }
}
