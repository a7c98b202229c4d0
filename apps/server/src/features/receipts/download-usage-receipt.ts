import { csvRow } from '../../platform/csv.ts'
import type { Download } from '../../platform/http/routes.ts'
import { type ApiUsage, readApiUsage, type UsageQuery } from '../models/index.ts'
import type { ReceiptFilesCtx } from './ctx.ts'
import { usageReceipt, usageSubject } from './papers/usage-receipt.ts'
import { csvDownload, inPieces, pdfDownload } from './receipt-files.ts'

const columns = [
  ...['day', 'model_id', 'api_key_id', 'answers'],
  ...['input_tokens', 'cached_tokens', 'output_tokens', 'micro_usd'],
]

/**
 * Returns what the account's API keys, or one of them, asked of models in a period, and what it cost, as a file.
 * @throws Refused `invalid_input`, `too_many_requests`
 */
export async function downloadUsageReceipt(
  ctx: ReceiptFilesCtx,
  { format, ...query }: UsageQuery & { format: 'pdf' | 'csv' | 'json' },
): Promise<Download> {
  const usage = await readApiUsage(ctx, query)
  const name = usageSubject(usage)
  if (format === 'pdf') return pdfDownload(ctx, usageReceipt(usage))
  if (format === 'csv') return csvDownload(name, rowsOf(usage))
  return {
    fileName: `receipt-${name}.json`,
    contentType: 'application/json; charset=utf-8',
    pieces: inPieces([`${JSON.stringify(jsonOf(usage), null, 2)}\n`]),
  }
}

function* rowsOf({ key, days }: ApiUsage): Iterable<string> {
  yield csvRow(columns)
  for (const row of days)
    yield csvRow([
      ...[row.day, row.modelId, key ?? '', row.answers],
      ...[row.inputTokens, row.cachedTokens, row.outputTokens, row.microUsd],
    ])
}

function jsonOf({ from, to, key, days, isRunning }: ApiUsage) {
  return {
    ...{ from, to, api_key_id: key, final: !isRunning },
    total_micro_usd: days.reduce((sum, { microUsd }) => sum + microUsd, 0),
    days: days.map((row) => ({
      ...{ day: row.day, model_id: row.modelId, answers: row.answers },
      ...{ input_tokens: row.inputTokens, cached_tokens: row.cachedTokens },
      ...{ output_tokens: row.outputTokens, micro_usd: row.microUsd },
    })),
  }
}
