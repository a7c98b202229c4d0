import { ChatId, RenderJobId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { findInstance } from '../../resolve/find-instance.ts'

export type ReceiptFormat = 'pdf' | 'csv' | 'json'

/** Returns the call that downloads a receipt: of a render job or a chat by its ID, else of an instance. @throws UsageError */
export async function receiptFile(
  ctx: Ctx,
  wanted: string,
  format: ReceiptFormat,
): Promise<{ id: string; download(): Promise<Response> }> {
  const { client, signal } = ctx
  const chat = ChatId.safeParse(wanted)
  if (chat.success) {
    const call = { params: { id: chat.data }, query: { format }, signal }
    return { id: chat.data, download: () => client.receipts.chatFile(call) }
  }
  const job = RenderJobId.safeParse(wanted)
  if (format === 'json')
    throw new UsageError(
      job.success
        ? 'Use --as csv: receipts of render jobs are pdf or csv.'
        : 'Use --json to print the receipt of an instance as JSON.',
    )
  const query = { format }
  if (job.success) {
    const call = { params: { id: job.data }, query, signal }
    return { id: job.data, download: () => client.receipts.renderFile(call) }
  }
  const { id } = await findInstance(ctx, wanted, 'all')
  return { id, download: () => client.receipts.instanceFile({ params: { id }, query, signal }) }
}
