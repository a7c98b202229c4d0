import { Refused } from '@gridloom/contract/errors'
import { type LedgerCursor, type LedgerLine, LineKind } from '@gridloom/contract/ledger/line'

/** Where a line of an hour or a day is in the order of lines. */
export interface LinePlace {
  readonly period: Date
  readonly kind: LineKind
  readonly product: string
  readonly subject: string
}

/** Returns the cursor after a line: its transaction, or its period and what it sums. */
export function cursorOf(line: LedgerLine): LedgerCursor {
  if (line.transaction_id !== null) return line.transaction_id
  const resource = line.instance_id ?? line.reservation_id ?? line.render_job_id ?? line.volume_id
  const subject = resource ?? line.machine_id ?? ''
  return [Date.parse(line.at), line.kind, line.product ?? '', subject].join('~')
}

/** Reads the cursor of a page of hours or days. @throws Refused `invalid_input` for one of another granularity */
export function linePlace(cursor: LedgerCursor): LinePlace {
  const [at, kind, product, subject] = cursor.split('~')
  const known = LineKind.safeParse(kind)
  if (!known.success || product === undefined || subject === undefined) throw unknownCursor()
  return { period: new Date(Number(at)), kind: known.data, product, subject }
}

/** Reads the cursor of a page of transactions. @throws Refused `invalid_input` for one of another granularity */
export function transactionOf(cursor: LedgerCursor): string {
  if (cursor.includes('~')) throw unknownCursor()
  return cursor
}

function unknownCursor(): Refused {
  return new Refused('invalid_input', { fields: { cursor: 'Unknown cursor' } })
}
