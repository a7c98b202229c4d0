import type { AccountId } from '@gridloom/contract/core/ids'
import { boughtSignal } from '@gridloom/domain/affiliate/account-signals'
import { findBoughtVisits } from '@gridloom/domain/affiliate/bought-visits'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { holdAccount } from './hold-account.ts'
import { insertBought, isReleased } from './reviews-store.ts'
import { selectDaysOf, selectSourceVisits } from './visits-store.ts'

const dayMs = 86_400_000
const spanDays = 7
/** Fewer visitors of one page host say nothing. */
export const visitorsMin = 40

/**
 * Looks whether visitors of an account in the last seven days look bought. Missions do not count these, and the account is
 * held for the operator's review. What the operator released stays so.
 */
export async function reviewVisits(
  ctx: Pick<Ctx, 'clock' | 'log'>,
  tx: Tx,
  accountId: AccountId,
): Promise<void> {
  const now = ctx.clock.now()
  const since = spanBegin(now)
  const visits = await selectSourceVisits(tx.db, { accountId, since, now, visitors: visitorsMin })
  const bought = findBoughtVisits(visits)
  const signal = boughtSignal(bought)
  if (signal === null) return
  if (await isReleased(tx.db, { accountId, rule: 'bought_visits', now })) return
  const whole = bought.filter(({ day }) => day === null).map(({ source }) => source)
  const ofWhole =
    whole.length === 0 ? [] : await selectDaysOf(tx.db, { accountId, since, sources: whole })
  const days = bought.flatMap(({ day, source }) => (day === null ? [] : [{ day, source }]))
  await insertBought(tx, accountId, [...days, ...ofWhole])
  await holdAccount(ctx, tx, { account: accountId, signal })
}

/** The begin of the UTC day with which the last seven begin. */
export function spanBegin(now: Date): Date {
  return new Date((Math.floor(now.getTime() / dayMs) - spanDays + 1) * dayMs)
}
