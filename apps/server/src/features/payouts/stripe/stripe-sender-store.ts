import type { PayoutWait } from '@gridloom/contract/payouts/payout'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { StripeTables } from './schema.ts'

const tables = (db: Db) => db.withTables<StripeTables>()

/** Claims Stripe for one replica. `false`: another works with it, or Stripe is not to be asked yet. */
export async function claimStripe(
  { db }: Tx,
  lease: string,
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    update stripe_sender set lease_token = ${lease}, lease_ends_at = ${new Date(now.getTime() + leaseMs)}
    where (lease_ends_at is null or lease_ends_at <= ${now}) and (retry_at is null or retry_at <= ${now})
    returning singleton`.execute(db)
  return rows.length > 0
}

/** Holds the claim until the transaction ends. `false`: another replica has claimed it since. */
export async function holdStripe({ db }: Tx, lease: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('stripe_sender')
    .select('singleton')
    .where('lease_token', '=', lease)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** How a pass ended. */
export interface PassEnd {
  readonly waitsFor: PayoutWait | null
  readonly retryAt: Date | null
}

export async function releaseStripe(
  { db }: Tx,
  lease: string,
  { waitsFor, retryAt }: PassEnd,
): Promise<void> {
  await tables(db)
    .updateTable('stripe_sender')
    .set({ lease_token: null, lease_ends_at: null, waits_for: waitsFor, retry_at: retryAt })
    .where('lease_token', '=', lease)
    .execute()
}

/** Why nothing is sent by Stripe at present. */
export async function stripeWait(db: Db): Promise<PayoutWait | null> {
  const row = await tables(db).selectFrom('stripe_sender').select('waits_for').executeTakeFirst()
  return row?.waits_for ?? null
}
