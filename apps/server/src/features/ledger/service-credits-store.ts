import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { BasisPoints, MicroUsd } from '@gridloom/contract/core/values'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { Funds } from './funds.ts'
import { holdsFor } from './ledger-accounts.ts'
import type { LedgerTables } from './schema.ts'

export type ServiceCreditRow = Selectable<LedgerTables['service_credits']>

const tables = (db: Db) => db.withTables<LedgerTables>()

/** Stores a credit that is owed. Returns whether its key is new. */
export async function insertServiceCredit(
  { db }: Tx,
  credit: Omit<ServiceCreditRow, 'paid_micro_usd' | 'paid_welcome_micro_usd'>,
): Promise<boolean> {
  const row = await tables(db)
    .insertInto('service_credits')
    .values(credit)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the credits of an instance, oldest first. */
export async function selectServiceCredits(db: Db, id: InstanceId): Promise<ServiceCreditRow[]> {
  return tables(db)
    .selectFrom('service_credits')
    .selectAll()
    .where('instance_id', '=', id)
    .orderBy('at')
    .orderBy('key')
    .execute()
}

/** Returns the last credits of a machine, newest first. */
export async function selectCreditsOf(
  db: Db,
  id: MachineId,
  limit: number,
): Promise<ServiceCreditRow[]> {
  return tables(db)
    .selectFrom('service_credits')
    .selectAll()
    .where('machine_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('key')
    .limit(limit)
    .execute()
}

/** Adds to what is paid of a credit. */
export async function addPaid({ db }: Tx, key: string, { paid, welcome }: Funds): Promise<void> {
  await sql`update service_credits set paid_micro_usd = paid_micro_usd + ${paid},
    paid_welcome_micro_usd = paid_welcome_micro_usd + ${welcome} where key = ${key}`.execute(db)
}

/** The charges of an instance so far. */
export interface InstanceCharges extends Funds {
  readonly renter: string
  readonly fee: BasisPoints
}

/** Returns what an instance was charged, in paid money and in welcome credit; `undefined`: it never had a hold. */
export async function selectCharges(
  { db }: Tx,
  id: InstanceId,
): Promise<InstanceCharges | undefined> {
  const [held, welcomeHeld] = holdsFor(id)
  const { rows } = await sql<{
    id: string
    owner: string
    captured: MicroUsd
    fee: BasisPoints
  }>`select id, owner_account_id as owner, captured_micro_usd as captured,
      coalesce(fee_basis_points, 0) as fee
    from ledger_accounts where id in (${held.id}, ${welcomeHeld.id})`.execute(db)
  const paid = rows.find((row) => row.id === held.id)
  if (paid === undefined) return undefined
  const welcome = rows.find((row) => row.id === welcomeHeld.id)
  return {
    renter: paid.owner,
    paid: paid.captured,
    welcome: welcome?.captured ?? 0,
    fee: paid.fee,
  }
}
