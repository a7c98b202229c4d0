import type { PromoCodeId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type {
  NewPromoCode,
  PromoCode,
  PromoRedemption,
} from '@gridloom/contract/promo-codes/promo-code'
import type { Ctx } from '../../platform/ctx.ts'
import { operatorOf } from '../accounts/index.ts'
import { promoCodeView } from './promo-code-view.ts'
import {
  countCodes,
  findById,
  insertPromoCode,
  lockById,
  selectCodes,
  selectRedemptions,
  updatePromoCode,
} from './promo-codes-store.ts'
import type { PromoCodeRow } from './schema.ts'

const codesMax = 500

/** All promo codes, newest first. @throws Refused `unauthorized`, `forbidden` */
export async function listPromoCodes(ctx: Ctx): Promise<PromoCode[]> {
  operatorOf(ctx)
  const now = ctx.clock.now()
  return (await selectCodes(ctx.db, codesMax)).map((row) => promoCodeView(row, now))
}

/**
 * Creates a promo code, with the operator's text or a random one (60 bits).
 * @throws Refused `unauthorized`, `forbidden`; `state_conflict` when a code with this text exists; `invalid_input` when
 * it would end before it begins, or has ended already; `limit_reached` beyond 500 codes
 */
export async function createPromoCode(ctx: Ctx, input: NewPromoCode): Promise<PromoCode> {
  operatorOf(ctx)
  const now = ctx.clock.now()
  const validFrom = input.valid_from === undefined ? now : new Date(input.valid_from)
  const validUntil = typeof input.valid_until === 'string' ? new Date(input.valid_until) : null
  if (validUntil !== null && (validUntil <= now || validUntil <= validFrom))
    throw new Refused('invalid_input', {
      fields: { valid_until: 'Choose a time in the future, after the start' },
    })
  return ctx.transact(async (tx) => {
    if ((await countCodes(tx)) >= codesMax)
      throw new Refused('limit_reached', { details: { max: codesMax, what: 'promo codes' } })
    const id = ctx.ids.mint('promoCode')
    tx.note({ subject: id })
    const row = await insertPromoCode(tx, {
      ...{ id, label: input.label, terms: input.terms },
      code: (input.code ?? randomCode(ctx.ids.secret())).toLowerCase(),
      amount_micro_usd: input.amount_micro_usd,
      uses_max: input.uses_max,
      new_accounts_days: input.new_accounts_days,
      once_per_mailbox: input.once_per_mailbox,
      ...{ valid_from: validFrom, valid_until: validUntil, created_at: now },
    })
    return promoCodeView(refuseTaken(row), now)
  })
}

/**
 * Pauses or resumes a code. @throws Refused `forbidden`, `not_found`; `state_conflict` for a revoked one
 */
export async function changePromoCode(
  ctx: Ctx,
  id: PromoCodeId,
  { paused }: { paused: boolean },
): Promise<PromoCode> {
  operatorOf(ctx)
  const now = ctx.clock.now()
  return ctx.transact(async (tx) => {
    const row = requireFound(await lockById(tx, id))
    if (row.revoked_at !== null)
      throw new Refused('state_conflict', { details: { what: 'promo code', state: 'revoked' } })
    const changed = await updatePromoCode(tx, id, {
      paused_at: paused ? (row.paused_at ?? now) : null,
    })
    return promoCodeView(changed, now)
  })
}

/** Revokes a code for good; credit that was given stays. @throws Refused `forbidden`, `not_found` */
export async function revokePromoCode(ctx: Ctx, id: PromoCodeId): Promise<PromoCode> {
  operatorOf(ctx)
  const now = ctx.clock.now()
  return ctx.transact(async (tx) => {
    const row = requireFound(await lockById(tx, id))
    const revoked = await updatePromoCode(tx, id, { revoked_at: row.revoked_at ?? now })
    return promoCodeView(revoked, now)
  })
}

/** A page of the redemptions of a code, newest first. @throws Refused `forbidden`, `not_found` */
export async function listRedemptions(
  ctx: Ctx,
  id: PromoCodeId,
  page: { page: number; page_size: number },
): Promise<{ redemptions: PromoRedemption[]; total: number }> {
  operatorOf(ctx)
  const { uses: total } = requireFound(await findById(ctx.db, id))
  return { redemptions: await selectRedemptions(ctx.db, id, page), total }
}

function requireFound(row: PromoCodeRow | undefined): PromoCodeRow {
  if (row !== undefined) return row
  throw new Refused('not_found', { details: { what: 'promo code' } })
}

function refuseTaken(row: PromoCodeRow | undefined): PromoCodeRow {
  if (row !== undefined) return row
  throw new Refused('state_conflict', {
    details: { what: 'promo code', state: 'already present' },
    fields: { code: 'This code already exists' },
  })
}

/** Twelve characters in groups of four, from the 32 of Crockford's Base32, which are hard to confuse. */
function randomCode(secret: string): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const signs = [...Buffer.from(secret, 'base64url').subarray(0, 12)]
  const text = signs.map((byte) => alphabet.charAt(byte % 32)).join('')
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}
