import type { AccountId, PromoCodeId } from '@gridloom/contract/core/ids'
import type { PromoRedemption } from '@gridloom/contract/promo-codes/promo-code'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { PromoCodeRow, PromoCodeTables } from './schema.ts'

const tables = (db: Db) => db.withTables<PromoCodeTables>()

export async function findById(db: Db, id: PromoCodeId): Promise<PromoCodeRow | undefined> {
  return tables(db).selectFrom('promo_codes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the code with this text until the transaction ends, so that its uses cannot be exceeded. */
export async function lockByText({ db }: Tx, code: string): Promise<PromoCodeRow | undefined> {
  return tables(db)
    .selectFrom('promo_codes')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
}

export async function lockById({ db }: Tx, id: PromoCodeId): Promise<PromoCodeRow | undefined> {
  return tables(db)
    .selectFrom('promo_codes')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns promo codes, newest first. */
export async function selectCodes(db: Db, limit: number): Promise<PromoCodeRow[]> {
  return tables(db)
    .selectFrom('promo_codes')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countCodes({ db }: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from promo_codes`.execute(db)
  return rows[0]?.n ?? 0
}

/** Stores a code. Returns `undefined` when one with the same text exists. */
export async function insertPromoCode(
  { db }: Tx,
  code: Insertable<PromoCodeTables['promo_codes']>,
): Promise<PromoCodeRow | undefined> {
  return tables(db)
    .insertInto('promo_codes')
    .values(code)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updatePromoCode(
  { db }: Tx,
  id: PromoCodeId,
  change: Partial<Pick<PromoCodeRow, 'paused_at' | 'revoked_at' | 'uses'>>,
): Promise<PromoCodeRow> {
  return tables(db)
    .updateTable('promo_codes')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whether an account, or another one of the same mailbox, has redeemed a code. */
export async function hasRedeemed(
  db: Db,
  id: PromoCodeId,
  { accountId, addressHash }: { accountId: AccountId; addressHash: string | null },
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('promo_redemptions')
    .select('account_id')
    .where('promo_code_id', '=', id)
    .where((e) =>
      addressHash === null
        ? e('account_id', '=', accountId)
        : e.or([e('account_id', '=', accountId), e('address_hash', '=', addressHash)]),
    )
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRedemption(
  { db }: Tx,
  redemption: PromoCodeTables['promo_redemptions'],
): Promise<void> {
  await tables(db).insertInto('promo_redemptions').values(redemption).execute()
}

/** Returns a page of the redemptions of a code, newest first. */
export async function selectRedemptions(
  db: Db,
  id: PromoCodeId,
  { page, page_size: size }: { page: number; page_size: number },
): Promise<PromoRedemption[]> {
  const { rows } = await sql<
    Omit<PromoRedemption, 'at'> & { at: Date }
  >`select r.account_id, case when a.email_verified_at is not null then a.email end as email, r.micro_usd,
      r.redeemed_at as at
    from promo_redemptions r join accounts a on a.id = r.account_id
    where r.promo_code_id = ${id} order by r.redeemed_at desc, r.account_id
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  return rows.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }))
}
