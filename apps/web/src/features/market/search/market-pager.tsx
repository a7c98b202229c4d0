import { Button, Group } from '@mantine/core'
import { formatCount } from '../../../ui/format/numbers.ts'
import { type OffersSearch, offersPerPage } from '../offer-search.ts'
import type { SearchResult } from './market-lead.tsx'

interface MarketPagerProps {
  found: SearchResult | undefined
  search: OffersSearch
  onPage: (page: number | undefined) => void
}

/** Pagination of the market, hidden when there is one page. */
export function MarketPager({ found, search, onPage }: MarketPagerProps) {
  const page = search.page ?? 1
  const pages = Math.ceil((found?.total ?? 0) / offersPerPage)
  if (found === undefined || (pages <= 1 && page === 1)) return null
  return (
    <Group component="nav" aria-label="Pages of offers" justify="center" gap="xs">
      <Button
        size="xs"
        disabled={page <= 1}
        onClick={() => onPage(page === 2 ? undefined : page - 1)}
      >
        Previous
      </Button>
      <span className="gl-num" style={{ fontSize: 13 }}>
        Page {formatCount(page)} of {found.more ? `more than ${pages}` : pages}
      </span>
      <Button size="xs" disabled={page >= pages && !found.more} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  )
}
