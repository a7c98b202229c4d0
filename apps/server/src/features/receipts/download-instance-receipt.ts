import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Receipt } from '@gridloom/contract/instances/receipt'
import { csvRow } from '../../platform/csv.ts'
import type { Download } from '../../platform/http/routes.ts'
import { readInstanceReceipt } from '../instances/index.ts'
import type { ReceiptFilesCtx } from './ctx.ts'
import { instanceReceipt } from './papers/instance-receipt.ts'
import { csvDownload, pdfDownload } from './receipt-files.ts'

const columns =
  'instance_id,kind,from,to,seconds,micro_usd_per_hour,micro_usd,transaction_id'.split(',')

/** Returns the receipt of an instance as a file. @throws Refused `not_found`, `too_many_requests` */
export async function downloadInstanceReceipt(
  ctx: ReceiptFilesCtx,
  id: InstanceId,
  format: 'pdf' | 'csv',
): Promise<Download> {
  const receipt = await readInstanceReceipt(ctx, id)
  if (format === 'csv') return csvDownload(id, rowsOf(receipt))
  return pdfDownload(ctx, instanceReceipt(receipt))
}

function* rowsOf({ instance, lines, credits }: Receipt): Iterable<string> {
  yield csvRow(columns)
  for (const line of lines)
    yield csvRow([
      ...[instance.id, line.kind, line.from, line.to, line.seconds],
      ...[line.micro_usd_per_hour, line.micro_usd, line.transaction_id],
    ])
  for (const { at, paid_micro_usd: paid } of credits)
    if (paid > 0) yield csvRow([instance.id, 'credit', at, at, 0, 0, -paid, ''])
}
