import type { PromoCode, PromoTerms } from '@gridloom/contract/promo-codes/promo-code'
import { type PromoCodeFacts, promoCodeState } from '@gridloom/domain/promo-codes/promo-code-state'
import type { PromoCodeRow } from './schema.ts'

/** The facts of a stored code that decide who may redeem it. */
export function factsOf(row: PromoCodeRow): PromoCodeFacts {
  return {
    ...{ uses: row.uses, usesMax: row.uses_max },
    ...{ validFrom: row.valid_from, validUntil: row.valid_until },
    ...{ pausedAt: row.paused_at, revokedAt: row.revoked_at },
    newAccountsDays: row.new_accounts_days,
  }
}

export function termsOf(row: PromoCodeRow): PromoTerms {
  return {
    code: row.code,
    amount_micro_usd: row.amount_micro_usd,
    terms: row.terms,
    valid_until: row.valid_until?.toISOString() ?? null,
    new_accounts_days: row.new_accounts_days,
    once_per_mailbox: row.once_per_mailbox,
  }
}

export function promoCodeView(row: PromoCodeRow, now: Date): PromoCode {
  return {
    ...termsOf(row),
    id: row.id,
    label: row.label,
    state: promoCodeState(factsOf(row), now),
    uses: row.uses,
    uses_max: row.uses_max,
    valid_from: row.valid_from.toISOString(),
    // The amount of a code never changes.
    given_micro_usd: row.uses * row.amount_micro_usd,
    created_at: row.created_at.toISOString(),
  }
}
