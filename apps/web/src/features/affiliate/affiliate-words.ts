import type {
  AffiliateTerms,
  HeldReason,
  ReferralState,
  StatsBy,
  StatsRow,
} from '@gridloom/contract/affiliate/affiliate'
import { formatFee } from '@gridloom/domain/fees'
import type { Tone } from '../../ui/components/status-badge.tsx'
import { csvQuoted, csvText, csvUsd } from '../../ui/format/csv.ts'
import { plural } from '../../ui/format/numbers.ts'

const dayMs = 86_400_000

export const spans = ['7', '30', '90', '365'] as const

/** The UTC days that end today: `days` of them, both ends included. */
export function lastDays(days: number, nowMs: number): { from: string; to: string } {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { from: dayOf(nowMs - (days - 1) * dayMs), to: dayOf(nowMs) }
}

export const byWords: Record<Exclude<StatsBy, 'day'>, string> = {
  campaign: 'Campaign',
  source: 'Source',
  page: 'Page',
  sub_id: 'Sub ID',
}

/** The text of a row without a name. */
export const unnamed: Record<Exclude<StatsBy, 'day'>, string> = {
  campaign: 'No campaign',
  source: 'Direct',
  page: 'Start page',
  sub_id: 'No sub ID',
}

export const stateWords: Record<ReferralState, { tone: Tone; word: string }> = {
  active: { tone: 'good', word: 'Active' },
  held: { tone: 'warn', word: 'Under review' },
  rejected: { tone: 'bad', word: 'Not counted' },
}

/** Why a referral is under review, without a word about the person. */
export const heldWords: Record<HeldReason, string> = {
  same_mailbox: 'The same mailbox as yours',
  same_party: 'A person or company in common with you',
  same_payout_address: 'The same payout address as yours',
}

/** The same for the operator. */
export const evidenceWords: Record<HeldReason, string> = {
  same_mailbox: 'Both use one mailbox',
  same_party: 'A person or company in common',
  same_payout_address: 'Both had one payout address',
}

/** The terms as sentences. */
export function termsInWords(terms: AffiliateTerms): string[] {
  const { compute_basis_points: compute, rendering_basis_points: rendering } = terms
  const { models_basis_points: models, storage_basis_points: storage } = terms
  const share =
    compute === rendering && compute === models
      ? `You get ${formatFee(compute)} of our fee on instances, renders and models, and ${formatFee(storage)} of storage charges.`
      : `You get ${formatFee(compute)} of our fee on instances, ${formatFee(rendering)} on renders, ${formatFee(models)} on models, and ${formatFee(storage)} of storage charges.`
  return [
    share,
    `Each account that you refer earns you commission for ${plural(terms.months, 'month')} from its sign-up. Only what it pays with its own money counts, not welcome or promotional credit.`,
    `Commission is pending for ${plural(terms.holding_days, 'day')}; credits for failed delivery reduce it. Then it is added to your rewards.`,
    'A sign-up counts for the last link that was followed within 30 days before it. A code that is typed at sign-up comes first. An account keeps its referrer.',
    'You cannot refer yourself: accounts of the same person or company, or with the same payout address, are reviewed.',
  ]
}

/** A link with a page to lead to, a campaign and a sub ID. */
export function linkWith(
  link: string,
  { to, campaign, subId }: { to: string; campaign: string; subId: string },
): string {
  const url = new URL(link)
  if (to !== '') url.searchParams.set('to', to)
  if (campaign !== '') url.searchParams.set('campaign', campaign)
  if (subId !== '') url.searchParams.set('sub_id', subId)
  return url.href
}

/** Writes figures as CSV (RFC 4180), with exact amounts in dollars. */
export function statsCsv(name: string, rows: readonly StatsRow[]): string {
  return csvText([
    [name, 'clicks', 'visitors', 'sign_ups', 'activated', 'spent_usd', 'commission_usd'],
    ...rows.map((row) => [
      csvQuoted(row.key),
      String(row.clicks),
      String(row.visitors),
      String(row.sign_ups),
      String(row.activated),
      csvUsd(row.spent_micro_usd),
      csvUsd(row.commission_micro_usd),
    ]),
  ])
}
