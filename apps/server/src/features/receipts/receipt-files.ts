import { accountOf } from '../../platform/ctx.ts'
import type { Download } from '../../platform/http/routes.ts'
import { receiptParties } from '../invoices/index.ts'
import type { ReceiptFilesCtx } from './ctx.ts'
import { type ReceiptFacts, receiptPaper } from './papers/receipt-paper.ts'

/** Makes the PDF of a receipt of the active account. @throws Refused `too_many_requests` */
export async function pdfDownload(ctx: ReceiptFilesCtx, facts: ReceiptFacts): Promise<Download> {
  const { accountId } = accountOf(ctx)
  const parties = await receiptParties(ctx, accountId)
  const paper = receiptPaper(facts, { parties, at: ctx.clock.now() })
  const bytes = await ctx.papers.make(paper, accountId)
  return {
    fileName: `receipt-${facts.subject}.pdf`,
    contentType: 'application/pdf',
    bytes: bytes.length,
    pieces: inPieces([bytes]),
  }
}

/** Returns rows as a file of CSV. */
export function csvDownload(id: string, rows: Iterable<string> | AsyncIterable<string>): Download {
  return {
    fileName: `receipt-${id}.csv`,
    contentType: 'text/csv; charset=utf-8',
    pieces: inPieces(rows),
  }
}

export async function* inPieces<Piece>(
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
): AsyncIterable<Piece> {
  yield* pieces
}
