import type { ChatId } from '@gridloom/contract/core/ids'
import { csvRow } from '../../platform/csv.ts'
import type { Download } from '../../platform/http/routes.ts'
import { type ChatCosts, readChatCosts } from '../chat/index.ts'
import type { ReceiptFilesCtx } from './ctx.ts'
import { chatReceipt } from './papers/chat-receipt.ts'
import { csvDownload, inPieces, pdfDownload } from './receipt-files.ts'

const columns = [
  ...['chat_id', 'generation_id', 'at', 'model_id'],
  ...['input_tokens', 'output_tokens', 'micro_usd'],
]

/** Returns what the answers of a chat cost as a file. @throws Refused `not_found`, `too_many_requests` */
export async function downloadChatReceipt(
  ctx: ReceiptFilesCtx,
  id: ChatId,
  format: 'pdf' | 'csv' | 'json',
): Promise<Download> {
  const costs = await readChatCosts(ctx, id)
  if (format === 'csv') return csvDownload(id, rowsOf(costs))
  if (format === 'pdf') return pdfDownload(ctx, chatReceipt(costs))
  return {
    fileName: `receipt-${id}.json`,
    contentType: 'application/json; charset=utf-8',
    pieces: inPieces([`${JSON.stringify(jsonOf(costs), null, 2)}\n`]),
  }
}

function* rowsOf({ id, answers }: ChatCosts): Iterable<string> {
  yield csvRow(columns)
  for (const { generationId, at, modelId, inputTokens, outputTokens, microUsd } of answers)
    yield csvRow([id, generationId, at, modelId, inputTokens, outputTokens, microUsd])
}

function jsonOf({ id, title, answers, isRunning }: ChatCosts) {
  return {
    ...{ chat_id: id, title, final: !isRunning },
    total_micro_usd: answers.reduce((sum, { microUsd }) => sum + microUsd, 0),
    answers: answers.map(({ generationId, at, modelId, inputTokens, outputTokens, microUsd }) => ({
      ...{ generation_id: generationId, at, model_id: modelId, input_tokens: inputTokens },
      ...{ output_tokens: outputTokens, micro_usd: microUsd },
    })),
  }
}
