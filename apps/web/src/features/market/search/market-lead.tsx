import type { ResponseOf } from '@gridloom/contract/core/endpoint'
import type { market } from '@gridloom/contract/market/endpoints'
import { formatDurationShort } from '@gridloom/domain/format-duration'
import { useNow } from '../../../browser/clock.ts'
import { plural } from '../../../ui/format/numbers.ts'

export type SearchResult = ResponseOf<typeof market.search>

interface MarketLeadProps {
  found: SearchResult | undefined
  filtered: boolean
  /** When the data arrived, in milliseconds since 1970. */
  updatedAtMs: number
}

const terms = 'charged per second from ready or first use, pulling is free'

/** One line with the number of offers and the age of the data. */
export function MarketLead({ found, filtered, updatedAtMs }: MarketLeadProps) {
  const nowMs = useNow()
  if (found === undefined) return <>Loading offers… · {terms}</>
  const ageS = Math.max(0, Math.floor((nowMs - updatedAtMs) / 1_000))
  const count = found.more
    ? `more than ${plural(found.total, 'offer')}`
    : plural(found.total, 'offer')
  return (
    <span className="gl-num">
      {count} {filtered ? `${matchOf(found)} your filters` : 'available now'} · {terms} ·{' '}
      {ageS < 5 ? 'live' : `as of ${formatDurationShort(ageS)} ago`}
    </span>
  )
}

function matchOf({ total, more }: SearchResult): string {
  return total === 1 && !more ? 'matches' : 'match'
}
