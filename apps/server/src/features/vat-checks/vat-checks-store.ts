import type { AccountId } from '@gridloom/contract/core/ids'
import type { VatVerdict } from '@gridloom/domain/invoices/vat-check'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { VatCheckTables } from './schema.ts'

const tables = (db: Db) => db.withTables<VatCheckTables>()

export type VatCheckRow = Selectable<VatCheckTables['vat_checks']>

/** A VAT ID of an account. */
export interface OfAccount {
  readonly accountId: AccountId
  readonly vatId: string
}

/** The most VAT IDs that are remembered of an account; those used longest ago are forgotten. */
const perAccountMax = 10

export function findCheck(db: Db, { accountId, vatId }: OfAccount) {
  return tables(db)
    .selectFrom('vat_checks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('vat_id', '=', vatId)
    .executeTakeFirst()
}

/** Stores that a VAT ID is to be asked about, and forgets the oldest of the account. */
export async function putDue(
  { db }: Tx,
  { accountId, vatId }: OfAccount,
  { at, nextAt }: { at: Date; nextAt: Date | null },
): Promise<void> {
  await tables(db)
    .insertInto('vat_checks')
    .values({ account_id: accountId, vat_id: vatId, next_at: nextAt, failures: 0, used_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'vat_id'])
        .doUpdateSet({ used_at: at, next_at: nextAt, failures: 0 }),
    )
    .execute()
  await sql`delete from vat_checks where account_id = ${accountId} and vat_id not in (
    select vat_id from vat_checks where account_id = ${accountId}
    order by used_at desc limit ${perAccountMax})`.execute(db)
}

/** Takes VAT IDs that are due. No other server takes them before `until`, by when they have been asked about. */
export async function takeDue(
  { db }: Tx,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<VatCheckRow[]> {
  const { rows } = await sql<VatCheckRow>`
    update vat_checks set next_at = ${until} where (account_id, vat_id) in (
      select account_id, vat_id from vat_checks where next_at <= ${now}
      order by next_at limit ${limit} for update skip locked)
    returning *`.execute(db)
  return rows
}

export interface NewAnswer {
  readonly verdict: VatVerdict
  readonly checkedAt: Date
  readonly consultationNumber: string | null
}

/** Stores an answer. */
export async function putAnswer({ db }: Tx, of: OfAccount, answer: NewAnswer): Promise<void> {
  await updating({ db }, of)
    .set({
      verdict: answer.verdict,
      checked_at: answer.checkedAt,
      consultation_number: answer.consultationNumber,
      ...{ next_at: null, failures: 0, failure: null },
    })
    .execute()
}

/** Stores that there was no answer; the one before stays. */
export async function putFailure(
  { db }: Tx,
  of: OfAccount,
  { failure, failures, nextAt }: { failure: string; failures: number; nextAt: Date | null },
): Promise<void> {
  await updating({ db }, of).set({ failure, failures, next_at: nextAt }).execute()
}

function updating({ db }: { db: Db }, { accountId, vatId }: OfAccount) {
  return tables(db)
    .updateTable('vat_checks')
    .where('account_id', '=', accountId)
    .where('vat_id', '=', vatId)
}
