import type { AffiliateTerms } from '@gridloom/contract/affiliate/affiliate'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AffiliateTables } from '../schema.ts'

/** Terms to change; absent ones stay as they are. */
export type TermsChange = {
  readonly [Term in keyof AffiliateTerms]?: AffiliateTerms[Term] | undefined
}

export async function loadTerms(db: Db): Promise<AffiliateTerms> {
  return db
    .withTables<AffiliateTables>()
    .selectFrom('affiliate_terms')
    .select([
      'compute_basis_points',
      'rendering_basis_points',
      'models_basis_points',
      'storage_basis_points',
      'months',
      'holding_days',
      'minimum_micro_usd',
      'second_level_basis_points',
      'beta_accounts_per_month',
    ])
    .executeTakeFirstOrThrow()
}

export async function storeTerms({ db }: Tx, change: TermsChange): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return
  await db.withTables<AffiliateTables>().updateTable('affiliate_terms').set(change).execute()
}
