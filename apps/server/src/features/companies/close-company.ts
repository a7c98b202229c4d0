import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, personOf, type Tx } from '../../platform/ctx.ts'
import { accountSummary, countWorkingKeys, endCompany, lockAs } from '../identity/index.ts'
import { closeTabsOf, deleteChatsOf } from '../inference/index.ts'
import { handOverBalance, readBalance } from '../ledger/index.ts'
import type { CompanyPorts } from './ports.ts'
import { whatRemains } from './what-remains.ts'

/**
 * Closes a company for good. What is left of its balance goes to the owner who closes it; memberships, invitations and
 * sessions that work for it end. Its chats, scenes and pictures are deleted: nobody would count or delete them
 * afterwards. What is made for it at the same moment is made before, and seen here, or refused.
 * @throws Refused `not_found`, `forbidden`, `account_in_use` naming what must end first
 */
export async function closeCompany(
  ctx: Ctx,
  companyId: AccountId,
  ports: CompanyPorts,
): Promise<void> {
  const to = personOf(ctx)
  await ctx.transact(async (tx) => {
    const company = await lockAs(ctx, tx, { companyId, act: 'close' })
    await closeTabsOf(ctx, tx, companyId)
    await refuseInUse(ctx, tx, companyId, ports)
    const person = await accountSummary(tx.db, to)
    const text = `The rest of ${company.name}, to ${person?.username ?? 'its owner'}`
    await handOverBalance(ctx, tx, { from: companyId, to, key: 'close', text })
    await deleteChatsOf(tx, companyId)
    await ports.forgetRenders(tx, companyId, ctx.clock.now())
    await endCompany(ctx, tx, companyId)
  })
}

async function refuseInUse(
  ctx: Ctx,
  tx: Tx,
  companyId: AccountId,
  ports: CompanyPorts,
): Promise<void> {
  const { db } = tx
  const what = whatRemains({
    instances: await ports.countInstances(db, companyId),
    machines: await ports.countMachines(db, companyId),
    renders: await ports.countRendering(db, companyId),
    keys: await countWorkingKeys(db, companyId, ctx.clock.now()),
  })
  if (what !== undefined) throw new Refused('account_in_use', { details: { what } })
  const { held_micro_usd: held } = await readBalance({ db, clock: ctx.clock }, companyId, ports)
  if (held > 0) throw new Refused('account_in_use', { details: { what: 'money set aside' } })
}
