import type { CompanyOverview } from '@gridloom/contract/companies/company'
import type { AccountId } from '@gridloom/contract/core/ids'
import { mayInCompany } from '@gridloom/domain/company-roles'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { readBalance } from '../ledger/index.ts'
import { companyFor } from './list-companies.ts'
import { listInvitations } from './list-invitations.ts'
import { selectMembers } from './memberships-store.ts'
import { firstOfMonth } from './spend/spend-days.ts'
import { sumByPerson } from './spend/spend-store.ts'

/** A company with its balance, members and invitations, as far as the caller may see them. @throws Refused `not_found` */
export async function readCompany(
  ctx: Ctx,
  companyId: AccountId,
  all: Pick<AllFeatures, 'spendRate'>,
): Promise<CompanyOverview> {
  const me = userOf(ctx)
  const company = await companyFor(ctx.db, me, companyId)
  const fromDay = firstOfMonth(ctx.clock.now())
  const [balance, members, spent, invitations] = await Promise.all([
    readBalance(ctx, companyId, all),
    selectMembers(ctx.db, companyId),
    sumByPerson(ctx.db, { accountId: companyId, fromDay }),
    mayInCompany(company.role, 'see_invitations') ? listInvitations(ctx, companyId) : [],
  ])
  const spentBy = new Map(spent.map(({ id, micro_usd }) => [id, micro_usd]))
  const seesAll = mayInCompany(company.role, 'see_all_spend')
  return {
    ...company,
    balance,
    member_list: members.map((member) => ({
      ...member,
      spent_this_month_micro_usd:
        seesAll || member.account_id === me ? (spentBy.get(member.account_id) ?? 0) : null,
    })),
    invitations,
  }
}
