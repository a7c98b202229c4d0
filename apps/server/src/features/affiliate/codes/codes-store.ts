import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AffiliateTables } from '../schema.ts'

type CodeRow = AffiliateTables['affiliate_codes']

const tables = (db: Db) => db.withTables<AffiliateTables>()

export async function isKnownCode(db: Db, code: string): Promise<boolean> {
  return (await findAffiliate(db, code)) !== undefined
}

/** Returns the account of a code. */
export async function findAffiliate(db: Db, code: string): Promise<AccountId | undefined> {
  const row = await tables(db)
    .selectFrom('affiliate_codes')
    .select('account_id')
    .where('code', '=', code.trim().toLowerCase())
    .executeTakeFirst()
  return row?.account_id
}

/** Returns the code of an account: the one it chose, else its first. */
export async function findCode(
  db: Db,
  accountId: AccountId,
): Promise<Pick<CodeRow, 'code' | 'chosen'> | undefined> {
  return tables(db)
    .selectFrom('affiliate_codes')
    .select(['code', 'chosen'])
    .where('account_id', '=', accountId)
    .orderBy('chosen', 'desc')
    .executeTakeFirst()
}

/** Returns all codes of an account: its first, and the one that it chose. */
export async function selectCodes(db: Db, accountId: AccountId): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('affiliate_codes')
    .select('code')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ code }) => code)
}

/** Stores a code, unless it looks like another one or the account has one of this kind. Returns whether it did. */
export async function insertReferralCode({ db }: Tx, row: CodeRow): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('affiliate_codes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  return inserted !== undefined
}
