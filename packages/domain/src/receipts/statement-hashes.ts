import type {
  StatementAmounts,
  StatementBalance,
  StatementDay,
  StatementHead,
  StatementLine,
} from '@gridloom/contract/receipts/signed-statement'
import { StatementBalance as Balances } from '@gridloom/contract/receipts/signed-statement'
import { type HashText, hashText } from './receipt-hashes.ts'

/** The hash of a line: over every field in a fixed order, and the hash of the line before it. */
export function hashStatementLine(
  line: Omit<StatementLine, 'type'>,
  previous: string,
  hash: HashText = hashText,
): string {
  return hash(
    JSON.stringify([
      'gridloom-statement-line-1',
      ...[line.id, line.at, line.kind, line.text],
      ...[line.instance_id, line.render_job_id, line.allowance_id],
      ...[line.volume_id, line.reservation_id, line.amounts, previous],
    ]),
  )
}

/** The hash of an account's day. It commits to all lines of that day, and to all days before. */
export function hashStatementDay(
  day: Omit<StatementDay, 'type' | 'hash'>,
  accountId: string,
  hash: HashText = hashText,
): string {
  return hash(
    JSON.stringify([
      'gridloom-statement-day-1',
      ...[accountId, day.number, day.day, day.transactions, day.lines_hash],
      ...[day.balances, day.previous],
    ]),
  )
}

/** What the installation signs of the begin of a statement. */
export function hashStatementHead(
  head: Omit<StatementHead, 'type' | 'signature'>,
  hash: HashText = hashText,
): string {
  return hash(
    JSON.stringify([
      'gridloom-statement-head-1',
      ...[head.version, head.account_id, head.number, head.hash],
      ...[head.lines_from, head.at, head.key],
    ]),
  )
}

/** Returns balances after amounts, without those that are zero, in the one order that they have. */
export function addAmounts(before: StatementAmounts, moved: StatementAmounts): StatementAmounts {
  const sums = new Map<StatementBalance, number>(before)
  for (const [balance, microUsd] of moved) sums.set(balance, (sums.get(balance) ?? 0) + microUsd)
  return Balances.options.flatMap((balance): StatementAmounts => {
    const microUsd = sums.get(balance) ?? 0
    return microUsd === 0 ? [] : [[balance, microUsd]]
  })
}
