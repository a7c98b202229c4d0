import { useSearch } from '@tanstack/react-router'
import type { AccountSearch } from './sections.ts'

/** What the page's address holds, as its route has checked it. */
export function useAccountSearch(): AccountSearch {
  const { section, connected, problem }: AccountSearch = useSearch({ strict: false })
  return { section, connected, problem }
}
