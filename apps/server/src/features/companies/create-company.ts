import type { Company } from '@gridloom/contract/companies/company'
import { enforceLimit } from '../../platform/attempts/limit-attempts.ts'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import { publishAccount, requireVerified } from '../accounts/index.ts'
import { openLedgerAccount } from '../ledger/index.ts'
import { insertCompany } from './companies-store.ts'
import { foundingLimit } from './company-limits.ts'
import { companyQuota } from './company-quota.ts'
import { companyFor } from './list-companies.ts'
import { insertMember } from './memberships-store.ts'
import { lockQuota } from './quotas/lock-quota.ts'

/**
 * Creates a company with an empty account, owned by the caller. The number per user and per day is limited, as each
 * company is a name in emails, and work to close.
 * @throws Refused `email_unverified`, `limit_reached`, `too_many_requests`
 */
export async function createCompany(ctx: Ctx, { name }: { name: string }): Promise<Company> {
  const userId = userOf(ctx)
  await requireVerified(ctx.db, userId)
  const id = ctx.ids.mint('account')
  const createdAt = ctx.clock.now()
  return ctx.transact(async (tx) => {
    await lockQuota(tx, userId, companyQuota)
    await enforceLimit(ctx, tx, foundingLimit(userId))
    await insertCompany(tx, { id, name, createdAt })
    await insertMember(tx, { companyId: id, userId, role: 'owner', joinedAt: createdAt })
    await openLedgerAccount(tx, id)
    tx.note({ accountId: id, subject: id })
    await publishAccount(tx, userId)
    return companyFor(tx.db, userId, id)
  })
}
