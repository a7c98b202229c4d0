import type { InvoiceId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { InvoiceTables } from './schema.ts'

const tables = (db: Db) => db.withTables<InvoiceTables>()

/** Locks a document, whose credit notes are then decided one after the other. Returns whether it exists. */
export async function lockDocument({ db }: Tx, id: InvoiceId): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('invoices')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the credit note of an operator's key, or `undefined`. */
export async function findByKey(db: Db, key: string): Promise<InvoiceId | undefined> {
  const row = await tables(db)
    .selectFrom('invoices')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.id
}

/** Returns what was credited of a document, VAT included. */
export async function sumCredited(db: Db, id: InvoiceId): Promise<number> {
  const row = await tables(db)
    .selectFrom('invoices')
    .select(({ fn }) => fn.sum<number | null>('total_cents').as('cents'))
    .where('corrects', '=', id)
    .executeTakeFirst()
  return Number(row?.cents ?? 0)
}
