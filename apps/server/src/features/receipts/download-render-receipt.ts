import type { RenderJobId } from '@gridloom/contract/core/ids'
import { csvRow } from '../../platform/csv.ts'
import type { Download } from '../../platform/http/routes.ts'
import {
  listCharges,
  readRenderReceipt,
  receiptLineOf,
  sumChargesByMachine,
} from '../rendering/index.ts'
import type { ReceiptFilesCtx } from './ctx.ts'
import { renderReceipt } from './papers/render-receipt.ts'
import { rowsMax } from './papers/sum-lines.ts'
import { csvDownload, pdfDownload } from './receipt-files.ts'

const pageSize = 1_000

const columns = [
  ...['job_id', 'frame', 'machine_name', 'at', 'render_s', 'machine_score', 'reference_s'],
  ...['micro_usd_per_reference_hour', 'micro_usd', 'transaction_id'],
]

/** Returns the receipt of a render job as a file. @throws Refused `not_found`, `too_many_requests` */
export async function downloadRenderReceipt(
  ctx: ReceiptFilesCtx,
  id: RenderJobId,
  format: 'pdf' | 'csv',
): Promise<Download> {
  const receipt = await readRenderReceipt(ctx, id, { page: 1, page_size: rowsMax })
  if (format === 'csv') return csvDownload(id, rowsOf(ctx, id))
  const machines = await sumChargesByMachine(ctx.db, id, rowsMax)
  return pdfDownload(ctx, renderReceipt(receipt, machines))
}

/** Reads page by page while it is sent: charges are only added, at the end. */
async function* rowsOf(ctx: ReceiptFilesCtx, jobId: RenderJobId): AsyncIterable<string> {
  yield csvRow(columns)
  for (let offset = 0; ; offset += pageSize) {
    ctx.signal.throwIfAborted()
    const rows = await listCharges(ctx.db, { jobId, limit: pageSize, offset })
    yield rows
      .map(receiptLineOf)
      .map((line) =>
        csvRow([
          ...[jobId, line.frame, line.machine_name, line.at, line.render_s, line.machine_score],
          ...[line.reference_s, line.micro_usd_per_reference_hour, line.micro_usd],
          line.transaction_id,
        ]),
      )
      .join('')
    if (rows.length < pageSize) return
  }
}
