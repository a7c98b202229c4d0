import type { InvoiceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { InvoiceTables } from './schema.ts'

const tables = (db: Db) => db.withTables<InvoiceTables>()

/** Returns documents whose PDF was not made yet, in the order of their ids, after one. */
export async function selectUnfinished(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<InvoiceId[]> {
  const rows = await tables(db)
    .selectFrom('invoices as i')
    .leftJoin('invoice_files as f', 'f.invoice_id', 'i.id')
    .select('i.id')
    .where('f.invoice_id', 'is', null)
    .where(sql<boolean>`i.id > ${after}`)
    .orderBy('i.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores the hash of a PDF. Returns whether it is new: another replica may have been faster. */
export async function insertFile(
  { db }: Tx,
  { id, sha256, at }: { id: InvoiceId; sha256: string; at: Date },
): Promise<boolean> {
  const added = await tables(db)
    .insertInto('invoice_files')
    .values({ invoice_id: id, pdf_sha256: sha256, made_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('invoice_id')
    .executeTakeFirst()
  return added !== undefined
}
