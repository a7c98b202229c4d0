import { Refused } from '@gridloom/contract/errors'
import type { PromoRedeemed, PromoTerms } from '@gridloom/contract/promo-codes/promo-code'
import { consumeAttempt, refundAttempt } from '../../platform/attempts/limit-attempts.ts'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import { requireVerified } from '../accounts/index.ts'
import { givePromoCredit } from '../ledger/index.ts'
import { guessLimits } from './guess-limits.ts'
import { termsOf } from './promo-code-view.ts'
import { insertRedemption, lockByText, updatePromoCode } from './promo-codes-store.ts'
import { type Redeemer, requireRedeemable } from './require-redeemable.ts'
import type { PromoCodeRow } from './schema.ts'

/** A code as a user typed it, and their network address. */
export interface TypedCode {
  readonly code: string
  readonly address: string
}

/**
 * Returns the terms of a code that the caller could redeem now. Changes nothing.
 * @throws Refused as {@link redeemPromoCode}
 */
export async function checkPromoCode(ctx: Ctx, typed: TypedCode): Promise<PromoTerms> {
  return withCode(ctx, typed, async (tx, { row, redeemer }) => {
    await requireRedeemable(ctx, tx, { row, redeemer })
    return termsOf(row)
  })
}

/**
 * Redeems a code: its credit is added once per account. The row of the code is locked, so parallel redemptions never
 * exceed its uses, and one account gets its credit once.
 * @throws Refused `email_unverified`, `promo_code_personal` for a company, which has no welcome credit,
 * `too_many_requests` after too many unknown codes, and one `promo_code_…` per reason
 */
export async function redeemPromoCode(ctx: Ctx, typed: TypedCode): Promise<PromoRedeemed> {
  return withCode(ctx, typed, async (tx, { row, redeemer }) => {
    const addressHash = await requireRedeemable(ctx, tx, { row, redeemer })
    const { accountId } = redeemer
    const { id, code, amount_micro_usd: microUsd } = row
    const at = ctx.clock.now()
    const transactionId = await givePromoCredit(ctx, tx, {
      accountId,
      microUsd,
      key: `${id}:${accountId}`,
      text: `Promo code ${code}`,
    })
    if (transactionId === null) throw new Refused('promo_code_redeemed')
    await insertRedemption(tx, {
      promo_code_id: id,
      account_id: accountId,
      micro_usd: microUsd,
      transaction_id: transactionId,
      address_hash: addressHash,
      redeemed_at: at,
    })
    await updatePromoCode(tx, id, { uses: row.uses + 1 })
    tx.note({ subject: id })
    return { code, micro_usd: microUsd, redeemed_at: at.toISOString() }
  })
}

async function withCode<T>(
  ctx: Ctx,
  { code, address }: TypedCode,
  work: (tx: Tx, found: { row: PromoCodeRow; redeemer: Redeemer }) => Promise<T>,
): Promise<T> {
  const { accountId, userId } = accountOf(ctx)
  if (accountId !== userId) throw new Refused('promo_code_personal')
  const { email } = await requireVerified(ctx.db, userId)
  const limits = guessLimits(ctx, address)
  await consumeAttempt(ctx, limits)
  return ctx.transact(async (tx) => {
    const row = await lockByText(tx, code.trim().toLowerCase())
    if (row === undefined) throw new Refused('promo_code_unknown')
    await refundAttempt(tx, limits)
    return work(tx, { row, redeemer: { accountId, email } })
  })
}
