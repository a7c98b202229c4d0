import { quoteLifeS } from '@gridloom/contract/core/constants'
import type { Quote } from '@gridloom/contract/market/quote'

/** How much of a price lock is left. */
export interface QuoteClock {
  readonly leftS: number
  /** 1 when fresh, 0 when over. */
  readonly share: number
  readonly expired: boolean
}

/** Reads the lock's clock. A browser's clock that is behind cannot show more than a whole life. */
export function quoteClock(quote: Quote, nowMs: number): QuoteClock {
  const leftMs = Date.parse(quote.expires_at) - nowMs
  const leftS = Math.max(0, Math.min(quoteLifeS, Math.ceil(leftMs / 1_000)))
  return { leftS, share: leftS / quoteLifeS, expired: leftMs <= 0 }
}
