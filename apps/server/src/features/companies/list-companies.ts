import type { Company } from '@gridloom/contract/companies/company'
import type { AccountId } from '@gridloom/contract/core/ids'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { selectCompanies } from './companies-store.ts'
import { noSuchCompany } from './no-such-company.ts'

/** The companies that the caller is a member of, by name. */
export async function listCompanies(ctx: Ctx): Promise<Company[]> {
  return selectCompanies(ctx.db, userOf(ctx))
}

/** A company as one of its members sees it. @throws Refused `not_found` */
export async function companyFor(
  db: Db,
  userId: AccountId,
  companyId: AccountId,
): Promise<Company> {
  const [company] = await selectCompanies(db, userId, companyId)
  if (company === undefined) throw noSuchCompany()
  return company
}
