import { ApiKeyId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import type { ReceiptFormat } from './receipt-file.ts'

/** The options of the receipt of API use. */
export interface ApiReceiptOptions {
  from?: string
  to?: string
  apiKey?: string
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Returns the call that downloads the receipt of API use of a period. @throws UsageError */
export async function apiReceiptFile(
  { client, signal }: Ctx,
  { from, to, apiKey: key }: ApiReceiptOptions,
  format: ReceiptFormat,
): Promise<{ id: string; download(): Promise<Response> }> {
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to))
    throw new UsageError('--api needs --from and --to, UTC days such as 2026-11-01.')
  const id = ApiKeyId.safeParse(key)
  if (key !== undefined && !id.success)
    throw new UsageError('--api-key is the ID of an API key, as in: gridloom keys list --json')
  const query = { from, to, format, ...(id.success && { key: id.data }) }
  return {
    id: `api-${from}-${to}`,
    download: () => client.receipts.usageFile({ query, signal }),
  }
}
