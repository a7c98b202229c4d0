import type { PayoutFile } from '@gridloom/contract/payouts/bank-account'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { BankPayoutRow, PayoutTables } from '../schema.ts'
import type { BankTables } from './schema.ts'

const tables = (db: Db) => db.withTables<BankTables>()

/** The number of the next file. No other transaction creates one until this ends, so numbers have no gaps. */
export async function lockNextNumber({ db }: Tx): Promise<number> {
  await sql`lock table payout_files in exclusive mode`.execute(db)
  const { last } = await tables(db)
    .selectFrom('payout_files')
    .select((e) => e.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export async function insertFile(
  { db }: Tx,
  row: Insertable<BankTables['payout_files']>,
): Promise<void> {
  await tables(db).insertInto('payout_files').values(row).execute()
}

/** Locks approved payouts to bank accounts, oldest first, of accounts that are not suspended. */
export async function lockWaiting({ db }: Tx, limit: number): Promise<BankPayoutRow[]> {
  const { rows } = await sql<BankPayoutRow>`
    select payout.* from payouts payout left join accounts account on account.id = payout.account_id
    where payout.method = 'bank' and payout.state = 'approved' and account.suspended_at is null
    order by payout.id limit ${limit} for update of payout`.execute(db)
  return rows
}

/** Locks the payouts of a file that have not ended. */
export async function lockInFile({ db }: Tx, number: number): Promise<BankPayoutRow[]> {
  const { rows } = await sql<BankPayoutRow>`
    select * from payouts where file_number = ${number} and state = 'in_file'
    order by id for update`.execute(db)
  return rows
}

export async function putInFile({ db }: Tx, rows: readonly BankPayoutRow[], number: number) {
  await db
    .withTables<PayoutTables>()
    .updateTable('payouts')
    .set({ state: 'in_file', file_number: number })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}

/** Marks a file as executed. `undefined`: there is none of this number; `again`: it was marked before. */
export async function markExecuted(
  { db }: Tx,
  number: number,
  now: Date,
): Promise<{ payerIban: string } | 'again' | undefined> {
  const row = await tables(db)
    .selectFrom('payout_files')
    .select(['payer_iban', 'executed_at'])
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.executed_at !== null) return 'again'
  await tables(db)
    .updateTable('payout_files')
    .set({ executed_at: now })
    .where('number', '=', number)
    .execute()
  return { payerIban: row.payer_iban }
}

/** Returns the account that paid a file. */
export async function payerOf(db: Db, number: number): Promise<string> {
  const { payer_iban } = await tables(db)
    .selectFrom('payout_files')
    .select('payer_iban')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return payer_iban
}

export async function readXml(
  db: Db,
  number: number,
): Promise<{ xml: string; created_at: Date } | undefined> {
  return tables(db)
    .selectFrom('payout_files')
    .select(['xml', 'created_at'])
    .where('number', '=', number)
    .executeTakeFirst()
}

/** The newest files, at most 200; or the one of a number. */
export async function selectFiles(db: Db, number: number | null): Promise<PayoutFile[]> {
  const { rows } = await sql<Omit<PayoutFile, 'created_at' | 'executed_at'> & FileTimes>`
    select file.number, file.micro_usd, count(payout.id)::int as payouts,
      (count(payout.id) filter (where payout.state = 'failed'))::int as returned,
      file.created_by, file.created_at, file.executed_at
    from payout_files file left join payouts payout on payout.file_number = file.number
    where ${number}::bigint is null or file.number = ${number}
    group by file.number order by file.number desc limit 200`.execute(db)
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    executed_at: row.executed_at?.toISOString() ?? null,
  }))
}

interface FileTimes {
  created_at: Date
  executed_at: Date | null
}

/** What was paid from each bank account, in micro-dollars below zero, by the ledger's source. */
export async function sumPaidByBank(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ source: string; sum: number }>`
    select 'bank:' || file.payer_iban as source,
      (-sum(payout.micro_usd - payout.fee_micro_usd))::bigint as sum
    from payouts payout join payout_files file on file.number = payout.file_number
    where payout.state = 'confirmed' group by file.payer_iban`.execute(db)
  return new Map(rows.map(({ source, sum }) => [source, sum]))
}

/** What waits for a file: the number of approved payouts to banks, and what arrives of them. */
export async function sumWaiting(db: Db): Promise<{ payouts: number; micro_usd: number }> {
  const { rows } = await sql<{ payouts: number; micro_usd: number }>`
    select count(*)::int as payouts, coalesce(sum(micro_usd - fee_micro_usd), 0)::bigint as micro_usd
    from payouts where method = 'bank' and state = 'approved'`.execute(db)
  return rows[0] ?? { payouts: 0, micro_usd: 0 }
}
