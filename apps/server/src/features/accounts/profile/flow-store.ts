import { Flow } from '@gridloom/contract/accounts/flow'
import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** Returns the flow that a user chose last; `null`: none. */
export async function flowOf(db: Db, id: AccountId): Promise<Flow | null> {
  const { rows } = await sql<{ flow: string | null }>`
    select flow from accounts where id = ${id} and closed_at is null`.execute(db)
  return Flow.nullable().parse(rows[0]?.flow ?? null)
}

export async function storeFlow({ db }: Tx, id: AccountId, flow: Flow): Promise<void> {
  await sql`update accounts set flow = ${flow} where id = ${id}`.execute(db)
}
