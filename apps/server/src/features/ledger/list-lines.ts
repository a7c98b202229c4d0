import type { AccountId } from '@gridloom/contract/core/ids'
import type { LedgerLinesQuery } from '@gridloom/contract/ledger/endpoints'
import { type LedgerCursor, type LedgerLine, LineKind } from '@gridloom/contract/ledger/line'
import type { Ctx } from '../../platform/ctx.ts'
import { cursorOf, linePlace, transactionOf } from './line-cursor.ts'
import { type LineFilter, selectRollups, selectTransactionLines } from './lines-store.ts'
import { type IdRange, idsOfPeriod } from './transaction-ids.ts'

/** A page of lines, and the cursor of the next one; `null` where this is the last. */
export interface LinePage {
  lines: LedgerLine[]
  next_cursor: LedgerCursor | null
}

/**
 * Returns lines of an account, newest first: transactions as they are, or summed by hour or day. Without `holds`, holds
 * and their releases are left out. Lines that appear while a caller turns pages are neither skipped nor repeated.
 * @throws Refused `invalid_input` for a cursor of another granularity
 */
export async function listLines(
  ctx: Pick<Ctx, 'db'>,
  accountId: AccountId,
  query: LedgerLinesQuery,
): Promise<LinePage> {
  const filter: LineFilter = {
    accountId,
    kinds: kindsOf(query),
    product: query.product,
    subject: subjectOf(query),
    from: dateOf(query.from),
    to: dateOf(query.to),
    limit: query.limit + 1,
  }
  if (query.granularity === 'transaction') return transactionPage(ctx, filter, query)
  const after = query.cursor === undefined ? undefined : linePlace(query.cursor)
  const found = await selectRollups(ctx.db, { ...filter, span: query.granularity, after })
  const lines = found.slice(0, query.limit)
  return { lines, next_cursor: found.length > query.limit ? lastCursor(lines) : null }
}

function subjectOf(query: LedgerLinesQuery): string | undefined {
  const { instance_id, reservation_id, render_job_id, volume_id, machine_id } = query
  return instance_id ?? reservation_id ?? render_job_id ?? volume_id ?? machine_id
}

/** A page of so many transactions; one has two lines where its account pays and earns at once. */
async function transactionPage(
  { db }: Pick<Ctx, 'db'>,
  filter: LineFilter,
  { cursor, limit }: LedgerLinesQuery,
): Promise<LinePage> {
  const ids = idsBetween(filter, cursor)
  const found = await selectTransactionLines(db, { ...filter, ids })
  const transactions = [...new Set(found.map(({ transaction_id: id }) => id))]
  const isLast = transactions.length <= limit
  const lines = isLast ? found : found.filter((line) => line.transaction_id !== transactions.at(-1))
  return { lines, next_cursor: isLast ? null : lastCursor(lines) }
}

function lastCursor(lines: readonly LedgerLine[]): LedgerCursor | null {
  const last = lines.at(-1)
  return last === undefined ? null : cursorOf(last)
}

function kindsOf({ kind, holds }: LedgerLinesQuery): readonly LineKind[] {
  if (kind !== undefined) return [kind]
  return LineKind.options.filter((one) => one !== 'hold' || holds)
}

function idsBetween(filter: LineFilter, cursor: LedgerCursor | undefined): IdRange {
  const ids = idsOfPeriod(filter)
  if (cursor === undefined) return ids
  const [before = ids.before] = [transactionOf(cursor), ids.before].toSorted()
  return { from: ids.from, before }
}

function dateOf(at: string | undefined): Date | undefined {
  return at === undefined ? undefined : new Date(at)
}
