import type { Company } from '@gridloom/contract/companies/company'
import type { AccountId } from '@gridloom/contract/core/ids'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import { publishAccount } from '../accounts/index.ts'
import { lockAs } from './act-in-company.ts'
import { updateName } from './companies-store.ts'
import { companyFor } from './list-companies.ts'

/** Renames a company. @throws Refused `not_found`, `forbidden` */
export async function renameCompany(
  ctx: Ctx,
  companyId: AccountId,
  { name }: { name: string },
): Promise<Company> {
  const userId = userOf(ctx)
  return ctx.transact(async (tx) => {
    await lockAs(ctx, tx, { companyId, action: 'rename' })
    await updateName(tx, companyId, name)
    await publishAccount(tx, companyId)
    await publishAccount(tx, userId)
    return companyFor(tx.db, userId, companyId)
  })
}
