import type { Granularity, LedgerLine, LineKind } from '@gridloom/contract/ledger/line'
import { formatMoney } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'

/** Returns the change of what the account owns: a hold moves money within it and changes nothing. */
export function amountOf(line: LedgerLine): number {
  const { available_change_micro_usd: available, held_change_micro_usd: held } = line
  return available + held + line.earned_change_micro_usd
}

/** Formats the sum of what lines change: `−$1.24`. */
export function formatNet(lines: readonly LedgerLine[]): string {
  const microUsd = lines.reduce((sum, line) => sum + amountOf(line), 0)
  return microUsd > 0 ? `+${formatMoney(microUsd)}` : formatMoney(microUsd)
}

const nouns: Record<LineKind, string> = {
  charge: 'charge',
  earning: 'earning',
  credit: 'credit',
  deposit: 'deposit',
  payout: 'payout',
  transfer: 'transfer',
  hold: 'hold',
}

/** Describes a line: the text of a single transaction, else how many there are. */
export function describeLine({ kind, text, transactions }: LedgerLine): string {
  if (text === null) {
    if (kind === 'hold') return `${plural(transactions, 'hold')} placed or released`
    return plural(transactions, nouns[kind])
  }
  return kind === 'earning' ? `Earned: ${text}` : text
}

/** Returns a key of a line that is unique within a list. */
export function lineKey(line: LedgerLine): string {
  const subject =
    line.instance_id ??
    line.reservation_id ??
    line.render_job_id ??
    line.volume_id ??
    line.machine_id
  return [line.transaction_id ?? line.at, line.kind, line.product, subject].join(' ')
}

const dayFormat = new Intl.DateTimeFormat('en', {
  ...{ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
  timeZone: 'UTC',
})
const hourFormat = new Intl.DateTimeFormat('en-GB', {
  ...{ hour: '2-digit', minute: '2-digit' },
  timeZone: 'UTC',
})

/** One UTC day or hour with its lines. */
export interface LineGroup {
  title: string
  lines: readonly LedgerLine[]
}

/** Groups lines, which are in order, by hour or else by day. */
export function groupLines(lines: readonly LedgerLine[], by: Granularity): LineGroup[] {
  const groups = new Map<string, LedgerLine[]>()
  for (const line of lines) {
    const title = titleOf(new Date(line.at), by)
    const group = groups.get(title)
    if (group === undefined) groups.set(title, [line])
    else group.push(line)
  }
  return [...groups].map(([title, of]) => ({ title, lines: of }))
}

function titleOf(at: Date, by: Granularity): string {
  const day = dayFormat.format(at)
  return by === 'hour' ? `${day}, ${hourFormat.format(at)}` : day
}
