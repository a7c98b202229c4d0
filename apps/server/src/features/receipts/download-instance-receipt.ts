import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Receipt, ReceiptLine } from '@gridloom/contract/instances/receipt'
import { csvRow } from '../../platform/csv.ts'
import type { Download } from '../../platform/http/routes.ts'
import { readInstanceReceipt } from '../instances/index.ts'
import { selectReceiptPage } from '../ledger/index.ts'
import type { ReceiptFilesCtx } from './ctx.ts'
import { instanceReceipt } from './papers/instance-receipt.ts'
import { csvDownload, pdfDownload } from './receipt-files.ts'

const pageSize = 5_000

const columns =
  'instance_id,kind,from,to,seconds,micro_usd_per_hour,micro_usd,transaction_id'.split(',')

/** Returns the receipt of an instance as a file. @throws Refused `not_found`, `too_many_requests` */
export async function downloadInstanceReceipt(
  ctx: ReceiptFilesCtx,
  id: InstanceId,
  format: 'pdf' | 'csv',
): Promise<Download> {
  const receipt = await readInstanceReceipt(ctx, id)
  if (format === 'csv') return csvDownload(id, rowsOf(ctx, receipt))
  return pdfDownload(ctx, instanceReceipt(receipt))
}

/** Reads page by page while it is sent: intervals are only added, at the end. */
async function* rowsOf(
  ctx: ReceiptFilesCtx,
  { instance, credits }: Receipt,
): AsyncIterable<string> {
  yield csvRow(columns)
  for (let after: ReceiptLine | null = null; ; ) {
    ctx.signal.throwIfAborted()
    const lines: ReceiptLine[] = await selectReceiptPage(ctx.db, instance.id, {
      ...{ after, limit: pageSize },
    })
    yield lines.map((line) => rowOf(instance.id, line)).join('')
    after = lines.at(-1) ?? null
    if (lines.length < pageSize) break
  }
  for (const { at, paid_micro_usd: paid } of credits)
    if (paid > 0) yield csvRow([instance.id, 'credit', at, at, 0, 0, -paid, ''])
}

function rowOf(id: InstanceId, line: ReceiptLine): string {
  return csvRow([
    ...[id, line.kind, line.from, line.to, line.seconds],
    ...[line.micro_usd_per_hour, line.micro_usd, line.transaction_id],
  ])
}
