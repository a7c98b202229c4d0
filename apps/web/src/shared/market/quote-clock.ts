import { quoteLifeS } from '@gridloom/contract/core/constants'
import type { Quote } from '@gridloom/contract/market/quote'

/** Remaining time of a price lock. */
export interface QuoteClock {
  readonly leftS: number
  /** 1 when new, 0 when expired. */
  readonly share: number
  readonly expired: boolean
}

/** Returns the remaining time, capped at the full duration in case the browser's clock is behind. */
export function quoteClock(quote: Quote, nowMs: number): QuoteClock {
  const leftMs = Date.parse(quote.expires_at) - nowMs
  const leftS = Math.max(0, Math.min(quoteLifeS, Math.ceil(leftMs / 1_000)))
  return { leftS, share: leftS / quoteLifeS, expired: leftMs <= 0 }
}
