import type { OfferId } from '@gridloom/contract/core/ids'
import { useState } from 'react'
import { comparedMax, comparedOffers, type OffersSearch } from '../offer-search.ts'

/** The offers that are marked for comparison. */
export interface CompareMarks {
  readonly marked: readonly OfferId[]
  readonly toggle: (id: OfferId) => void
}

/** The marked offers; they stay marked while filters and pages change. An address that compares offers marks them. */
export function useCompare(
  search: OffersSearch,
  changeSearch: (change: Partial<OffersSearch>) => void,
) {
  const [marked, setMarked] = useState<readonly OfferId[]>(() => comparedOffers(search))
  const isOpen = search.compare !== undefined

  function mark(next: readonly OfferId[]): void {
    setMarked(next)
    if (isOpen) changeSearch({ compare: next.length === 0 ? undefined : next.join(',') })
  }
  return {
    marks: {
      marked,
      toggle(id: OfferId) {
        if (marked.includes(id)) mark(marked.filter((each) => each !== id))
        else if (marked.length < comparedMax) mark([...marked, id])
      },
    } satisfies CompareMarks,
    clear: () => mark([]),
    open: () => changeSearch({ compare: marked.join(',') }),
    close: () => changeSearch({ compare: undefined }),
  }
}
