import { hash } from 'node:crypto'
import { nextTurn } from '@gridloom/async/next-turn'
import type { AccountId } from '@gridloom/contract/core/ids'
import {
  addAmounts,
  hashStatementDay,
  hashStatementLine,
} from '@gridloom/domain/receipts/statement-hashes'
import { noHash } from '@gridloom/domain/trust/evidence-chain'
import {
  findFirstTransaction,
  idsOfDay,
  selectAccountsBetween,
  selectStatementLines,
} from '../../ledger/index.ts'
import type { SignedReceiptsCtx } from '../ctx.ts'
import { findLastClosed, findLastDay, insertClosed, insertDayOf } from './statement-days-store.ts'

type CloseCtx = Pick<SignedReceiptsCtx, 'db' | 'clock' | 'transact'>

const linesAtOnce = 1_000
const dayMs = 86_400_000

const sha256 = (text: string) => hash('sha256', text)

/**
 * Adds each full UTC day to the statements of the accounts that have transactions in it. Run it well after midnight,
 * when the transactions of the day have ended; a run that died is continued by the next one.
 */
export async function closeDays(ctx: CloseCtx): Promise<void> {
  const today = dayOf(ctx.clock.now())
  for (;;) {
    const day = await nextDay(ctx)
    if (day === undefined || day >= today) return
    await closeDay(ctx, day)
  }
}

async function nextDay({ db }: CloseCtx): Promise<string | undefined> {
  const last = await findLastClosed(db)
  if (last !== undefined) return dayOf(new Date(Date.parse(last) + dayMs))
  const first = await findFirstTransaction(db)
  return first === undefined ? undefined : dayOf(first)
}

async function closeDay(ctx: CloseCtx, day: string): Promise<void> {
  for (const id of await selectAccountsBetween(ctx.db, idsOfDay(day)))
    await closeDayOf(ctx, id, day)
  await ctx.transact((tx) => insertClosed(tx, day, ctx.clock.now()))
}

async function closeDayOf(ctx: CloseCtx, accountId: AccountId, day: string): Promise<void> {
  const before = await findLastDay(ctx.db, accountId)
  if (before !== undefined && before.day >= day) return
  const { before: end, ...ids } = idsOfDay(day)
  let [from, transactions, linesHash] = [ids.from, 0, noHash]
  let balances = before?.balances ?? []
  for (;;) {
    const range = { from, before: end, limit: linesAtOnce }
    const lines = await selectStatementLines(ctx.db, accountId, range)
    for (const line of lines) {
      linesHash = hashStatementLine(line, linesHash, sha256)
      balances = addAmounts(balances, line.amounts)
    }
    transactions += lines.length
    if (lines.length < linesAtOnce) break
    from = afterId(lines.at(-1)?.id ?? from)
    await nextTurn()
  }
  const unhashed = {
    ...{ number: (before?.number ?? 0) + 1, day, transactions, lines_hash: linesHash, balances },
    previous: before?.hash ?? noHash,
  }
  const closed = { ...unhashed, hash: hashStatementDay(unhashed, accountId, sha256) }
  await ctx.transact((tx) => insertDayOf(tx, accountId, closed))
}

/** The begin of the ids that follow one: all have the same length. */
export function afterId(id: string): string {
  return `${id}0`
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
