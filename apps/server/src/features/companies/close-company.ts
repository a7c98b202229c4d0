import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { countPhrases, joinPhrases } from '../../platform/counted.ts'
import { type Ctx, type Tx, userOf } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { accountSummary } from '../accounts/index.ts'
import { handOverBalance, readBalance } from '../ledger/index.ts'
import { lockAs } from './act-in-company.ts'
import { endCompany } from './end-company.ts'
import { countWorkingKeys } from './working-keys-store.ts'

/**
 * Closes a company permanently. Its remaining balance goes to the owner who closes it; its memberships and invitations
 * end, and so do sessions that act for it. Its chats, scenes and pictures are deleted, as no quota or clean-up would
 * cover them afterwards. A resource that is created concurrently is either committed before and counted here, or
 * refused.
 * @throws Refused `not_found`, `forbidden`, `account_in_use` with the resources that must end first
 */
export async function closeCompany(
  ctx: Ctx,
  companyId: AccountId,
  all: AllFeatures,
): Promise<void> {
  const to = userOf(ctx)
  await ctx.transact(async (tx) => {
    const company = await lockAs(ctx, tx, { companyId, action: 'close' })
    await all.runHooks('account.closing', ctx, tx, { accountId: companyId })
    await refuseInUse(ctx, tx, companyId, all)
    const user = await accountSummary(tx.db, to)
    const text = `Remaining balance of ${company.name}, to ${user?.username ?? 'its owner'}`
    await handOverBalance(ctx, tx, { from: companyId, to, key: 'close', text })
    const at = ctx.clock.now()
    await all.runHooks('account.closed', ctx, tx, { accountId: companyId, at })
    await endCompany(ctx, tx, companyId, all)
  })
}

async function refuseInUse(
  ctx: Ctx,
  tx: Tx,
  companyId: AccountId,
  all: AllFeatures,
): Promise<void> {
  const { db } = tx
  const keys = { count: await countWorkingKeys(db, companyId, ctx.clock.now()), noun: 'API key' }
  const inUse = [...(await all.inUse(db, companyId)), keys]
  if (inUse.some(({ count }) => count > 0))
    throw new Refused('account_in_use', {
      details: { what: joinPhrases(inUse.flatMap(countPhrases)) },
    })
  const { held_micro_usd: held } = await readBalance({ db, clock: ctx.clock }, companyId, all)
  if (held > 0) throw new Refused('account_in_use', { details: { what: 'funds on hold' } })
}
