import type { AccountId } from '@gridloom/contract/core/ids'
import type {
  BillingDetails,
  BillingDetailsChange,
} from '@gridloom/contract/invoices/billing-details'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { InvoiceTables } from './schema.ts'

const tables = (db: Db) => db.withTables<InvoiceTables>()

export type StoredDetails = Omit<BillingDetails, 'vat_check'>

/** Returns the details of an account; `null`: none are stored. */
export async function findDetails(db: Db, accountId: AccountId): Promise<StoredDetails | null> {
  const row = await tables(db)
    .selectFrom('billing_details')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { account_id: _, updated_at, ...details } = row
  return { ...details, updated_at: updated_at.toISOString() }
}

/** Returns the country of an account's billing details; `null`: none are stored. */
export async function billingCountryOf(db: Db, accountId: AccountId): Promise<string | null> {
  return (await findDetails(db, accountId))?.country ?? null
}

/** Stores the details of an account, whose row stays locked. Returns the address before. */
export async function saveDetails(
  { db }: Tx,
  accountId: AccountId,
  { change, at }: { change: BillingDetailsChange; at: Date },
): Promise<string | undefined> {
  const before = await tables(db)
    .selectFrom('billing_details')
    .select('email')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  const values = { ...change, updated_at: at }
  await tables(db)
    .insertInto('billing_details')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
  return before?.email
}
