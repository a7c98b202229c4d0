import type { ActingFor } from '@gridloom/contract/identity'
import type { AccountId } from '@gridloom/contract/ids'
import type { Db } from '../../../platform/database/connect.ts'
import type { IdentityTables } from '../schema.ts'

/** A person's membership of an open company, or `undefined`. */
export async function findMembership(
  db: Db,
  companyId: AccountId,
  personId: AccountId,
): Promise<ActingFor | undefined> {
  return db
    .withTables<IdentityTables>()
    .selectFrom('company_members')
    .innerJoin('companies', 'companies.id', 'company_members.company_id')
    .select(['companies.id as company_id', 'companies.name', 'company_members.role'])
    .where('company_members.company_id', '=', companyId)
    .where('company_members.account_id', '=', personId)
    .where('companies.closed_at', 'is', null)
    .executeTakeFirst()
}
