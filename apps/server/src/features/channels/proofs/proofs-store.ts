import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ChannelTables, ProofRow } from '../schema.ts'

const tables = (db: Db) => db.withTables<ChannelTables>()

type ProofKey = Pick<ProofRow, 'account_id' | 'channel' | 'url'>

/** Stores the code of a page unless there is a valid one, and returns the one that counts. */
export async function keepProof({ db }: Tx, row: ProofRow, now: Date): Promise<ProofRow> {
  const replaced = await tables(db)
    .insertInto('channel_proofs')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'channel', 'url'])
        .doUpdateSet({ code: row.code, expires_at: row.expires_at })
        .where('channel_proofs.expires_at', '<=', now),
    )
    .returningAll()
    .executeTakeFirst()
  if (replaced !== undefined) return replaced
  return tables(db)
    .selectFrom('channel_proofs')
    .selectAll()
    .where('account_id', '=', row.account_id)
    .where('channel', '=', row.channel)
    .where('url', '=', row.url)
    .executeTakeFirstOrThrow()
}

export async function findProof(db: Db, key: ProofKey, now: Date): Promise<ProofRow | undefined> {
  return tables(db)
    .selectFrom('channel_proofs')
    .selectAll()
    .where('account_id', '=', key.account_id)
    .where('channel', '=', key.channel)
    .where('url', '=', key.url)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function countProofs(db: Db, accountId: AccountId, now: Date): Promise<number> {
  const row = await tables(db)
    .selectFrom('channel_proofs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
