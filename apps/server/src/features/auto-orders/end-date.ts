import { autoOrderDaysMax, autoOrderDaysUsual } from '@gridloom/contract/auto-orders/auto-order'
import { Refused } from '@gridloom/contract/errors'

const dayMs = 24 * 60 * 60 * 1_000

/** Returns the end date of an automatic order. @throws Refused `invalid_input` for the past, and beyond 90 days */
export function endDateOf(wanted: string | undefined, now: Date): Date {
  if (wanted === undefined) return new Date(now.getTime() + autoOrderDaysUsual * dayMs)
  const endsAt = new Date(wanted)
  if (endsAt > now && endsAt.getTime() - now.getTime() <= autoOrderDaysMax * dayMs) return endsAt
  const fields = { ends_at: `must be within the next ${autoOrderDaysMax} days` }
  throw new Refused('invalid_input', { fields })
}
