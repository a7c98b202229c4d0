import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'

/** The email address of a user; `undefined`: the account is closed. */
export async function mailAddressOf({ db }: Tx, id: AccountId): Promise<string | undefined> {
  return (await mailAddresses(db, [id])).get(id)
}

/** The email addresses of users. */
export async function mailAddresses(
  db: Db,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, string>> {
  const { rows } = await sql<{ id: AccountId; email: string | null }>`
    select id, email from accounts where id = any(${[...new Set(ids)]}::text[])`.execute(db)
  return new Map(rows.flatMap(({ id, email }) => (email ? [[id, email]] : [])))
}
