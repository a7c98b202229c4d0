import type { AccountId, InvoiceId } from '@gridloom/contract/core/ids'
import {
  type Invoice,
  InvoiceContent,
  type InvoiceKind,
  type InvoiceSeries,
  type InvoiceSummary,
} from '@gridloom/contract/invoices/invoice'
import { DocumentVatCheck } from '@gridloom/contract/invoices/vat-check'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { InvoiceTables } from './schema.ts'

const tables = (db: Db) => db.withTables<InvoiceTables>()

/** A document with its account. */
export interface StoredInvoice extends Invoice {
  readonly accountId: AccountId
}

/** Returns a document, or `undefined`. */
export async function findInvoice(db: Db, id: InvoiceId): Promise<StoredInvoice | undefined> {
  const row = await tables(db)
    .selectFrom('invoices as i')
    .leftJoin('invoice_files as f', 'f.invoice_id', 'i.id')
    .select(['i.id', 'i.account_id', 'i.issued_at', 'i.content', 'f.pdf_sha256'])
    .where('i.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: row.id,
    accountId: row.account_id,
    issued_at: row.issued_at.toISOString(),
    pdf_sha256: row.pdf_sha256,
    content: InvoiceContent.parse(row.content),
  }
}

/**
 * Returns each series with its last number and how many different numbers up to it have a document. A series is 1 to last
 * without gaps where both are the same.
 */
export async function selectSeries(db: Db): Promise<InvoiceSeries[]> {
  const { rows } = await sql<InvoiceSeries>`
    select s.series, s.year, s.last_number, count(distinct i.number)::integer as documents
    from invoice_series s left join invoices i
      on i.series = s.series and i.year = s.year and i.number between 1 and s.last_number
    group by s.series, s.year, s.last_number
    order by s.year desc, s.series`.execute(db)
  return rows
}

export interface ListedInvoice extends InvoiceSummary {
  readonly account_id: AccountId
  readonly account_name: string
  readonly vat_check: DocumentVatCheck | null
}

interface ListFilter {
  accountId?: AccountId | undefined
  kind?: InvoiceKind | undefined
  page: number
  pageSize: number
}

/** Returns a page of documents, newest first, and how many there are. */
export async function listInvoices(
  db: Db,
  { accountId, kind, page, pageSize }: ListFilter,
): Promise<{ invoices: ListedInvoice[]; total: number }> {
  const wanted = tables(db)
    .selectFrom('invoices')
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? null))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? null))
  const [rows, counted] = await Promise.all([
    wanted
      .select(['id', 'account_id', 'account_name', 'kind', 'month', 'issued_at'])
      .select(['net_cents', 'vat_cents', 'total_cents'])
      .select(sql<string>`content ->> 'number'`.as('number'))
      .select(sql<unknown>`content -> 'vat_check'`.as('vat_check'))
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const invoices = rows.map((row) => ({
    ...row,
    issued_at: row.issued_at.toISOString(),
    vat_check: DocumentVatCheck.nullable().parse(row.vat_check),
  }))
  return { invoices, total: Number(counted.total) }
}
