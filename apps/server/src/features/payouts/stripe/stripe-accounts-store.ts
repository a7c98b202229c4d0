import type { AccountId, StripeAccountId } from '@gridloom/contract/core/ids'
import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { MadeAccountRow, StripeAccountRow, StripeTables } from './schema.ts'

const tables = (db: Db) => db.withTables<StripeTables>()

/** The account at Stripe that an account has in use. */
export function findStripeAccount(db: Db, id: AccountId): Promise<StripeAccountRow | undefined> {
  return inUse(db).where('account_id', '=', id).executeTakeFirst()
}

/** The one that payouts can go to at a time: it is ready, and its last change has waited. */
export async function payableStripeAccount(
  db: Db,
  id: AccountId,
  now: Date,
): Promise<MadeAccountRow | undefined> {
  return inUse(db)
    .where('account_id', '=', id)
    .where('state', '=', 'ready')
    .where('effective_at', '<=', now)
    .where('stripe_id', 'is not', null)
    .$castTo<MadeAccountRow>()
    .executeTakeFirst()
}

function inUse(db: Db) {
  return tables(db).selectFrom('stripe_accounts').selectAll().where('removed_at', 'is', null)
}

/** `undefined`: the account has one already. */
export function insertStripeAccount(
  { db }: Tx,
  row: Insertable<StripeTables['stripe_accounts']>,
): Promise<StripeAccountRow | undefined> {
  return tables(db)
    .insertInto('stripe_accounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Notes Stripe's name for an account that has none yet. */
export async function putStripeId(
  { db }: Tx,
  id: StripeAccountId,
  stripeId: string,
): Promise<void> {
  await tables(db)
    .updateTable('stripe_accounts')
    .set({ stripe_id: stripeId })
    .where('id', '=', id)
    .where('stripe_id', 'is', null)
    .execute()
}

/** By Stripe's name, also when it is in use no more: payouts in progress still go to it. */
export function findByStripeId(db: Db, stripeId: string): Promise<MadeAccountRow | undefined> {
  return tables(db)
    .selectFrom('stripe_accounts')
    .selectAll()
    .where('stripe_id', '=', stripeId)
    .$castTo<MadeAccountRow>()
    .executeTakeFirst()
}

export function lockStripeAccount(
  { db }: Tx,
  id: StripeAccountId,
): Promise<StripeAccountRow | undefined> {
  return tables(db)
    .selectFrom('stripe_accounts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateStripeAccount(
  { db }: Tx,
  id: StripeAccountId,
  change: Updateable<StripeTables['stripe_accounts']>,
): Promise<void> {
  await tables(db).updateTable('stripe_accounts').set(change).where('id', '=', id).execute()
}

/** Accounts in use that Stripe was not asked about since a time, longest ago first. */
export function listUnchecked(db: Db, before: Date, most: number): Promise<MadeAccountRow[]> {
  return inUse(db)
    .where('checked_at', '<', before)
    .where('stripe_id', 'is not', null)
    .orderBy('checked_at')
    .limit(most)
    .$castTo<MadeAccountRow>()
    .execute()
}
