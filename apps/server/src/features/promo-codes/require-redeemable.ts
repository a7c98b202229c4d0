import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { PromoCodeState } from '@gridloom/contract/promo-codes/promo-code'
import { isNewEnough, promoCodeState } from '@gridloom/domain/promo-codes/promo-code-state'
import { formatUtc } from '@gridloom/domain/utc-time'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { accountCreatedAt, mailboxHash } from '../accounts/index.ts'
import { factsOf } from './promo-code-view.ts'
import { hasRedeemed } from './promo-codes-store.ts'
import type { PromoCodeRow } from './schema.ts'

/** Who redeems a code. */
export interface Redeemer {
  readonly accountId: AccountId
  readonly email: string
}

/**
 * Rejects a code that this user cannot redeem now. Returns the hash of their mailbox where the code counts mailboxes.
 * @throws Refused one `promo_code_…` per reason
 */
export async function requireRedeemable(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  { row, redeemer }: { row: PromoCodeRow; redeemer: Redeemer },
): Promise<string | null> {
  const now = ctx.clock.now()
  const { accountId, email } = redeemer
  const addressHash = row.once_per_mailbox ? await mailboxHash(ctx, tx, email) : null
  const state = promoCodeState(factsOf(row), now)
  if (state === 'revoked') throw new Refused('promo_code_unknown')
  // Before the state: who has had the credit is not told that others used up the rest.
  if (await hasRedeemed(tx.db, row.id, { accountId, addressHash }))
    throw new Refused('promo_code_redeemed')
  refuseState(state, row)
  const createdAt = (await accountCreatedAt(tx.db, accountId)) ?? now
  if (!isNewEnough(factsOf(row), { createdAt, now }))
    throw new Refused('promo_code_new_accounts', {
      details: { days: inDays(row.new_accounts_days ?? 0) },
    })
  return addressHash
}

function refuseState(state: PromoCodeState, row: PromoCodeRow): void {
  if (state === 'expired') throw new Refused('promo_code_expired')
  if (state === 'used_up') throw new Refused('promo_code_used_up')
  if (state === 'paused') throw new Refused('promo_code_paused')
  if (state === 'scheduled')
    throw new Refused('promo_code_not_started', { details: { from: formatUtc(row.valid_from) } })
}

function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
