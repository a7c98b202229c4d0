import { clickCountsForDays } from '@gridloom/contract/affiliate/affiliate'

const dayMs = 86_400_000
const firstDayMs = dayMs

/** The present referrer of a new account. */
export interface BoundReferral {
  readonly by: 'click' | 'code'
  readonly affiliate: string
  readonly joined: boolean
}

/** A referral that a new account names. */
export interface NamedReferral {
  readonly affiliate: string
  readonly by: 'click' | 'code'
  /** When the link was followed; `null` for a code alone. */
  readonly clickedAt: Date | null
  readonly accountCreatedAt: Date
  readonly now: Date
}

export type Attribution = 'bind' | 'replace' | 'same' | 'bound' | 'too_late' | 'expired'

/**
 * Decides on a referral: one referrer for the life of an account. Until its address is verified, a code that was typed
 * comes before a link. Only on an account's first day, and only for links of the 30 days before it. Pure.
 */
export function attribute(named: NamedReferral, bound: BoundReferral | undefined): Attribution {
  const { clickedAt, accountCreatedAt, now } = named
  if (bound !== undefined && bound.affiliate === named.affiliate) return 'same'
  if (bound !== undefined && (bound.joined || bound.by === 'code' || named.by === 'click'))
    return 'bound'
  if (now.getTime() - accountCreatedAt.getTime() > firstDayMs) return 'too_late'
  if (
    clickedAt !== null &&
    accountCreatedAt.getTime() - clickedAt.getTime() > clickCountsForDays * dayMs
  )
    return 'expired'
  return bound === undefined ? 'bind' : 'replace'
}
