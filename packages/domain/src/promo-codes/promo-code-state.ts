import type { PromoCodeState } from '@gridloom/contract/promo-codes/promo-code'

const dayMs = 24 * 60 * 60 * 1_000

/** The stored facts of a promo code that decide who may redeem it. */
export interface PromoCodeFacts {
  readonly uses: number
  readonly usesMax: number
  readonly validFrom: Date
  /** Exclusive; `null`: no end. */
  readonly validUntil: Date | null
  readonly pausedAt: Date | null
  readonly revokedAt: Date | null
  readonly newAccountsDays: number | null
}

/** Returns the state of a promo code. What cannot be undone comes first. */
export function promoCodeState(code: PromoCodeFacts, now: Date): PromoCodeState {
  if (code.revokedAt !== null) return 'revoked'
  if (code.validUntil !== null && code.validUntil <= now) return 'expired'
  if (code.uses >= code.usesMax) return 'used_up'
  if (code.pausedAt !== null) return 'paused'
  return code.validFrom > now ? 'scheduled' : 'active'
}

/** Whether an account is young enough for a code. */
export function isNewEnough(
  { newAccountsDays }: Pick<PromoCodeFacts, 'newAccountsDays'>,
  { createdAt, now }: { createdAt: Date; now: Date },
): boolean {
  return newAccountsDays === null || now.getTime() - createdAt.getTime() <= newAccountsDays * dayMs
}
