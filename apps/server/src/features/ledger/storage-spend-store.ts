import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'

/** Adds a charge of storage to the spend of its day. Whoever charges holds the lock of the account's balance. */
export async function addStorageSpend(
  { db }: Tx,
  { accountId, microUsd, at }: { accountId: AccountId; microUsd: MicroUsd; at: Date },
): Promise<void> {
  await sql`
    insert into spend_days (spent_on, day, account_id, micro_usd)
    values (${`storage:${accountId}`}, (${at.toISOString()}::timestamptz at time zone 'UTC')::date, ${accountId},
      ${microUsd})
    on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd`.execute(
    db,
  )
}
