import type { AccountId } from '@gridloom/contract/core/ids'
import type { AccountSignal } from '@gridloom/domain/affiliate/account-signals'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { saveReview } from './reviews-store.ts'

const dayMs = 86_400_000
/** What is not seen again within this time counts no longer. */
const keptDays = 30

/** Holds an account for the operator's review, with what a rule found as evidence. */
export async function holdAccount(
  ctx: Pick<Ctx, 'clock' | 'log'>,
  tx: Tx,
  { account, signal }: { account: AccountId; signal: AccountSignal },
): Promise<void> {
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + keptDays * dayMs)
  if ((await saveReview(tx, { account, signal, now, expiresAt })) === 'known') return
  await tx.publish({ topic: 'affiliate', transient: true, accountId: account, subject: '' })
  ctx.log.info(
    { event: 'affiliate.account_flagged', account, rule: signal.rule },
    'a rule held an account for review',
  )
}
