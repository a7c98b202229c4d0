import type { RewardEntry, RewardKind, RewardState } from '@gridloom/contract/rewards/reward'
import type { Tone } from '../../ui/components/status-badge.tsx'
import { csvQuoted, csvText, csvUsd } from '../../ui/format/csv.ts'

export const kindWords: Record<RewardKind, string> = {
  promotion: 'Promotion',
  credit: 'Service credit',
  reward: 'Reward',
}

export const stateWords: Record<RewardState, { tone: Tone; word: string }> = {
  pending: { tone: 'idle', word: 'Pending' },
  claimable: { tone: 'good', word: 'Claimable' },
  claimed: { tone: 'good', word: 'Claimed' },
  held: { tone: 'busy', word: 'Under review' },
  taken_back: { tone: 'idle', word: 'Taken back' },
  added: { tone: 'good', word: 'In balance' },
}

const columns = [
  'time',
  'transaction',
  'kind',
  'state',
  'description',
  'usd',
  'claimable_from',
  'claimed',
]

/** Writes entries as CSV (RFC 4180), with exact amounts in dollars. */
export function rewardsCsv(entries: readonly RewardEntry[]): string {
  const rows = entries.map((entry) => [
    entry.at,
    entry.transaction_id,
    entry.kind,
    entry.state,
    csvQuoted(entry.text),
    csvUsd(entry.micro_usd),
    entry.payable_at ?? '',
    entry.claimed_at ?? '',
  ])
  return csvText([columns, ...rows])
}

/** The filter of days in UTC, both included; a day that is not complete yet is left out. */
export function periodOf({ from, to }: { from: string; to: string }): {
  from?: string
  to?: string
} {
  return {
    ...(isDay(from) ? { from: `${from}T00:00:00.000Z` } : {}),
    ...(isDay(to)
      ? { to: new Date(Date.parse(`${to}T00:00:00.000Z`) + 86_400_000).toISOString() }
      : {}),
  }
}

function isDay(day: string): boolean {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) && !Number.isNaN(Date.parse(day))
}
