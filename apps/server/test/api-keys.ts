import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx'
import type { Db } from '#platform/database/connect'

interface Wanted {
  accountId: AccountId
  budgetMicroUsd: number | null
}

/** Inserts an API key, and its user, straight into the database. */
export async function insertApiKey(
  { db, ids }: { db: Db; ids: Ctx['ids'] },
  { accountId, budgetMicroUsd }: Wanted,
): Promise<ApiKeyId> {
  const id = ids.mint('apiKey')
  await sql`insert into accounts (id, email, email_key, username, role, created_at, email_verified_at)
    values (${accountId}, ${`${accountId}@example.com`}, ${`${accountId}@example.com`}, 'ada', 'user', now(), now())
    on conflict (id) do nothing`.execute(db)
  await sql`insert into api_keys
    (id, hash, account_id, user_id, name, starts_with, scopes, budget_micro_usd, created_at)
    values (${id}, ${id}, ${accountId}, ${accountId}, 'key', 'glk_test', '[]', ${budgetMicroUsd}, now())`.execute(
    db,
  )
  return id
}

/** Returns the same context as for a request with that key. */
export function withKey<C extends Ctx>(ctx: C, keyId: ApiKeyId): C {
  if (ctx.actor.kind !== 'account') throw new RangeError('nobody is signed in')
  return { ...ctx, actor: { ...ctx.actor, via: { kind: 'key', keyId, scopes: [], models: null } } }
}
