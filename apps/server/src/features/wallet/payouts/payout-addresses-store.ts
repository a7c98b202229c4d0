import type { AccountId, PayoutAddressId, WalletId } from '@gridloom/contract/core/ids'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { PayoutTables } from './schema.ts'

/** A change of the payout address. */
export type PayoutRow = Selectable<PayoutTables['payout_addresses']>

/** The newest change that took effect, and the one that waits. */
export interface PayoutRows {
  effective: PayoutRow | undefined
  pending: PayoutRow | undefined
}

export async function selectPayouts(db: Db, accountId: AccountId, now: Date): Promise<PayoutRows> {
  const rows = await tables(db)
    .selectFrom('payout_addresses')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('cancelled_at', 'is', null)
    .orderBy('effective_at', 'desc')
    .limit(2)
    .execute()
  return {
    effective: rows.find((row) => row.effective_at <= now),
    pending: rows.find((row) => row.effective_at > now),
  }
}

export async function insertPayout(
  { db }: Tx,
  row: Omit<PayoutRow, 'cancelled_at' | 'removed_at'>,
): Promise<void> {
  await tables(db)
    .insertInto('payout_addresses')
    .values({ ...row, cancelled_at: null, removed_at: null })
    .execute()
}

/** Cancels a change that has not taken effect. `false`: it has, or is cancelled already. */
export async function cancelPayout({ db }: Tx, id: PayoutAddressId, now: Date): Promise<boolean> {
  const row = await tables(db)
    .updateTable('payout_addresses')
    .set({ cancelled_at: now })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .where('effective_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The wallets of a user that payouts of a company go to, or will go to. */
export async function selectMemberPayouts(
  db: Db,
  companyId: AccountId,
  userId: AccountId,
): Promise<{ wallet_id: WalletId; address: string }[]> {
  const { rows } = await sql<{ wallet_id: WalletId; address: string }>`
    select distinct payout.wallet_id, payout.address
    from payout_addresses payout join wallets wallet on wallet.id = payout.wallet_id
    where payout.account_id = ${companyId} and wallet.account_id = ${userId}
      and payout.cancelled_at is null and payout.removed_at is null`.execute(db)
  return rows
}

/**
 * Ends the use of a wallet for payouts of one account, or of all: changes to it that wait are cancelled, those in effect
 * are removed.
 */
export async function endPayoutsTo(
  { db }: Tx,
  { accountId, walletId }: { accountId?: AccountId; walletId: WalletId },
  now: Date,
): Promise<void> {
  const all = tables(db)
    .updateTable('payout_addresses')
    .where('wallet_id', '=', walletId)
    .where('cancelled_at', 'is', null)
  const own = accountId === undefined ? all : all.where('account_id', '=', accountId)
  await own.set({ cancelled_at: now }).where('effective_at', '>', now).execute()
  await own
    .set({ removed_at: now })
    .where('effective_at', '<=', now)
    .where('removed_at', 'is', null)
    .execute()
}

function tables(db: Db) {
  return db.withTables<PayoutTables>()
}
