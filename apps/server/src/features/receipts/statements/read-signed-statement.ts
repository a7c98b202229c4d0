import type { AccountId } from '@gridloom/contract/core/ids'
import type { ReceiptProof } from '@gridloom/contract/receipts/signed-receipt'
import type { StatementHead } from '@gridloom/contract/receipts/signed-statement'
import { hashStatementHead } from '@gridloom/domain/receipts/statement-hashes'
import { noHash } from '@gridloom/domain/trust/evidence-chain'
import { accountOf } from '../../../platform/ctx.ts'
import type { Download } from '../../../platform/http/routes.ts'
import { idsOfDay, selectStatementLines } from '../../ledger/index.ts'
import type { SignedReceiptsCtx } from '../ctx.ts'
import { jsonLine } from '../json-line.ts'
import { afterId } from './close-days.ts'
import { type DayOfAccount, findLastDay, selectDaysOfAccount } from './statement-days-store.ts'

const daysAtOnce = 100
const linesAtOnce = 500

/**
 * Returns the signed statement of the account as JSON Lines: each transaction of every full day, or those from one day
 * on. Read in pages while it is sent.
 */
export async function readSignedStatement(
  ctx: SignedReceiptsCtx,
  { from = null }: { from?: string | null | undefined },
): Promise<Download> {
  const { accountId } = accountOf(ctx)
  const last = await findLastDay(ctx.db, accountId)
  const unsigned = {
    version: 1 as const,
    account_id: accountId,
    number: last?.number ?? 0,
    hash: last?.hash ?? noHash,
    lines_from: from,
    at: ctx.clock.now().toISOString(),
    key: ctx.evidenceSigner.publicKey,
  }
  const signature = ctx.evidenceSigner.sign(hashStatementHead(unsigned))
  return {
    fileName: `statement-${accountId}.jsonl`,
    contentType: 'application/x-ndjson; charset=utf-8',
    pieces: piecesOf(ctx, { type: 'statement', ...unsigned, signature }),
  }
}

async function* piecesOf(ctx: SignedReceiptsCtx, head: StatementHead): AsyncIterable<string> {
  yield jsonLine(head)
  for (let after = 0; after < head.number; ) {
    const page = await selectDaysOfAccount(ctx.db, head.account_id, { after, limit: daysAtOnce })
    const days = page.filter(({ day }) => day.number <= head.number)
    for (const day of days) yield* linesOfDay(ctx, head, day)
    if (days.length === 0) return
    after += days.length
  }
}

async function* linesOfDay(
  ctx: SignedReceiptsCtx,
  { account_id: accountId, lines_from: from }: StatementHead,
  { day: { balances, ...day }, proof }: DayOfAccount,
): AsyncIterable<string> {
  const { number, day: date, transactions, lines_hash, previous, hash } = day
  yield jsonLine({
    type: 'statement_day',
    ...{ number, day: date, transactions, lines_hash, balances, previous, hash },
  })
  if (proof !== undefined) yield jsonLine(proofEntry(proof))
  if (from === null || date >= from) yield* transactionsOf(ctx, accountId, date)
}

async function* transactionsOf(
  ctx: SignedReceiptsCtx,
  accountId: AccountId,
  day: string,
): AsyncIterable<string> {
  const { from: begin, before } = idsOfDay(day)
  for (let from = begin; ; ) {
    ctx.signal.throwIfAborted()
    const range = { from, before, limit: linesAtOnce }
    const lines = await selectStatementLines(ctx.db, accountId, range)
    yield lines.map(jsonLine).join('')
    const last = lines.at(-1)
    if (last === undefined || lines.length < linesAtOnce) return
    from = afterId(last.id)
  }
}

function proofEntry({ index, path, ...day }: NonNullable<DayOfAccount['proof']>): ReceiptProof {
  return { type: 'day', ...day, index, path }
}
