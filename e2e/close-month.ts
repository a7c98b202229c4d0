import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { issueDocuments } from '../apps/server/src/features/invoices/issue-documents.ts'
import { readInvoiceSeller } from '../apps/server/src/invoice-seller.ts'
import { connectDatabase } from '../apps/server/src/platform/database/connect.ts'
import { transact } from '../apps/server/src/platform/database/transact.ts'
import { systemIds } from '../apps/server/src/platform/ids.ts'
import { silentLog } from '../apps/server/src/platform/log.ts'
import { invoiceSeller } from './seller.ts'

/**
 * Ends the present month for the product whose data folder is the first argument: does what a replica of it does on the
 * first of the next month, in its database. The product makes the files of what this issued.
 */
const folder = path.resolve(process.argv[2] ?? '')
const now = new Date()
const firstOfNext = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 2, 10))
const { db } = connectDatabase(await addressOf(folder), { connections: 1 })
try {
  await issueDocuments({
    db,
    clock: { ...systemClock, now: () => firstOfNext },
    ids: systemIds(() => firstOfNext),
    log: silentLog(),
    vies: null,
    transact: (work) => transact(db, work),
    invoiceSeller: readInvoiceSeller(invoiceSeller).seller,
  })
} finally {
  await db.destroy()
}

/** The address of the embedded database: its process names its port on the fourth line. */
async function addressOf(data: string): Promise<string> {
  const [password, process] = await Promise.all(
    ['database-password', 'pgdata/postmaster.pid'].map((name) =>
      readFile(path.join(data, name), 'utf8'),
    ),
  )
  const port = process?.split('\n')[3]
  return `postgres://gridloom:${password?.trim()}@127.0.0.1:${port}/postgres`
}
