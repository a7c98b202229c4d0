import { isSiteSegment } from '@gridloom/contract/accounts/access-code-text'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { lookOf, referralCodeFrom } from '@gridloom/domain/affiliate/referral-code'
import type { Ctx } from '../../../platform/ctx.ts'
import { accessCodeHash, isKnownAccessCode } from '../../accounts/index.ts'
import { activeAccountFor } from '../../companies/index.ts'
import { findCode, insertReferralCode } from './codes-store.ts'

const triesMax = 10

/** Returns the referral code of an account, which is made at first use. Parallel calls make one. */
export async function referralCodeOf(
  ctx: Pick<Ctx, 'db' | 'ids' | 'clock' | 'transact'>,
  accountId: AccountId,
): Promise<{ code: string; chosen: boolean }> {
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    const found = await findCode(ctx.db, accountId)
    if (found !== undefined) return found
    const code = referralCodeFrom(Buffer.from(ctx.ids.secret(), 'base64url'))
    if (await isTakenElsewhere(ctx, code)) continue
    await ctx.transact((tx) =>
      insertReferralCode(tx, {
        ...{ code, look: lookOf(code), chosen: false },
        ...{ account_id: accountId, created_at: ctx.clock.now() },
      }),
    )
  }
  throw new RangeError(`no referral code for ${accountId} in ${triesMax} attempts`)
}

/**
 * Stores the code that the active account chooses, once. A code that was made before keeps working.
 * @throws Refused `affiliate_code_taken`, also by an access code of the operator; `affiliate_code_chosen`; `forbidden` for
 * members of a company without the right to its payouts
 */
export async function chooseReferralCode(ctx: Ctx, code: string): Promise<void> {
  const accountId = await activeAccountFor(ctx, 'pay_out')
  const present = await findCode(ctx.db, accountId)
  if (present?.chosen === true) throw new Refused('affiliate_code_chosen')
  if (await isTakenElsewhere(ctx, code)) throw taken()
  await ctx.transact(async (tx) => {
    tx.note({ subject: accountId })
    const isStored = await insertReferralCode(tx, {
      ...{ code, look: lookOf(code), chosen: true },
      ...{ account_id: accountId, created_at: ctx.clock.now() },
    })
    if (isStored) return
    const own = await findCode(tx.db, accountId)
    throw own?.chosen === true ? new Refused('affiliate_code_chosen') : taken()
  })
}

function taken(): Refused {
  return new Refused('affiliate_code_taken', { fields: { code: 'This code is taken' } })
}

/** Access codes of the operator, and addresses of the site, come before referral codes. */
async function isTakenElsewhere(ctx: Pick<Ctx, 'db' | 'clock'>, code: string): Promise<boolean> {
  if (isSiteSegment(code)) return true
  return isKnownAccessCode(ctx.db, { hash: accessCodeHash(code), now: ctx.clock.now() })
}
