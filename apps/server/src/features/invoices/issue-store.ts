import type { AccountId, InvoiceId } from '@gridloom/contract/core/ids'
import type { InvoiceContent, InvoiceKind } from '@gridloom/contract/invoices/invoice'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { InvoiceTables } from './schema.ts'

const tables = (db: Db) => db.withTables<InvoiceTables>()

export interface Series {
  readonly series: string
  readonly year: number
}

/**
 * Returns the last number of a series, whose row is then locked until the transaction ends: documents of a series are
 * issued one after the other, and a transaction that fails leaves no gap.
 */
export async function lockSeries({ db }: Tx, { series, year }: Series): Promise<number> {
  await tables(db)
    .insertInto('invoice_series')
    .values({ series, year, last_number: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tables(db)
    .selectFrom('invoice_series')
    .select('last_number')
    .where('series', '=', series)
    .where('year', '=', year)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.last_number
}

/** Whether an account has its document of a kind for a month. To be asked with the series locked. */
export async function isIssued(
  { db }: Tx,
  { accountId, month, kind }: { accountId: AccountId; month: string; kind: InvoiceKind },
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('invoices')
    .select('id')
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .where('kind', '=', kind)
    .where('corrects', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewInvoice extends Series {
  readonly id: InvoiceId
  readonly accountId: AccountId
  readonly accountName: string
  readonly number: number
  readonly at: Date
  /** Of a credit note: the operator's key. */
  readonly key: string | null
  readonly content: InvoiceContent
}

/** Stores a document under the next number of its locked series. */
export async function insertInvoice({ db }: Tx, invoice: NewInvoice): Promise<void> {
  const { content, series, year, number } = invoice
  const { net_cents, vat_cents, total_cents } = content.totals
  await tables(db)
    .updateTable('invoice_series')
    .set({ last_number: number })
    .where('series', '=', series)
    .where('year', '=', year)
    .execute()
  await tables(db)
    .insertInto('invoices')
    .values({
      ...{ id: invoice.id, account_id: invoice.accountId, account_name: invoice.accountName },
      ...{ kind: content.kind, series, year, number, month: content.month },
      ...{ corrects: content.corrects?.id ?? null, key: invoice.key, issued_at: invoice.at },
      ...{ net_cents, vat_cents, total_cents, content: JSON.stringify(content) },
    })
    .execute()
}

/** Returns the months for which all documents are issued. */
export async function doneMonths(db: Db): Promise<ReadonlySet<string>> {
  const rows = await tables(db).selectFrom('invoiced_months').select('month').execute()
  return new Set(rows.map(({ month }) => month))
}

export async function markMonthDone({ db }: Tx, month: string, at: Date): Promise<void> {
  await tables(db)
    .insertInto('invoiced_months')
    .values({ month, done_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What the account is called, where it has no billing details: a user's email, or a company's name. */
export async function findAccountNames(
  db: Db,
  accountId: AccountId,
): Promise<{ name: string; email: string | null } | undefined> {
  const { rows } = await sql<{ name: string; email: string | null }>`
    select coalesce(nullif(name, ''), username) as name, email from accounts
      where id = ${accountId} and closed_at is null
    union all select name, null from companies where id = ${accountId} and closed_at is null
    limit 1`.execute(db)
  return rows[0]
}

/** Returns the labels of those of some resources that are instances. */
export async function findLabels(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; label: string }>`
    select id, label from instances where id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, label }) => [id, label]))
}
