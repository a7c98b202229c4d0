import type { AccountReviewState, AccountRule } from '@gridloom/contract/affiliate/account-review'
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

/** Why an account is under review. */
export const ruleWords: Record<AccountRule, string> = {
  bought_visits: 'Visitors that look bought',
  copied_posts: 'Posts that repeat posts of others',
  deleted_posts: 'Posts deleted soon after a reward',
}

/** What a review of an account means, as its owner reads it. */
export const reviewStateWords: Record<AccountReviewState, { tone: Tone; word: string }> = {
  held: { tone: 'warn', word: 'Under review' },
  released: { tone: 'good', word: 'Released' },
  rejected: { tone: 'bad', word: 'Confirmed' },
}

/** Why a referral is under review, without a word about the person. */
export const heldWords: Record<HeldReason, string> = {
  same_mailbox: 'The same mailbox as yours',
  same_party: 'A person or company in common with you',
  same_payout_address: 'The same payout address as yours',
  same_bank_account: 'The same bank account as yours',
  same_card: 'The same card as yours',
  same_paying_wallet: 'The same paying wallet as yours',
  same_ssh_key: 'The same SSH key as yours',
  same_vat_id: 'The same VAT ID as yours',
  shared_by_referrals: 'Several of your referrals pay or are paid with the same',
  disputed_payment: 'A card payment is disputed',
  ring: 'What it spends comes back to you',
  wash_rental: 'Several of your referrals rent of one provider alone',
  click_flood: 'Very many clicks from one network',
  sign_up_burst: 'Several sign-ups from one network',
  same_network: 'The same network as yours',
}

/** The same for the operator. */
export const evidenceWords: Record<HeldReason, string> = {
  same_mailbox: 'Both use one mailbox',
  same_party: 'A person or company in common',
  same_payout_address: 'Both had one payout address',
  same_bank_account: 'Both had one bank account',
  same_card: 'Both paid with one card',
  same_paying_wallet: 'One wallet paid for both',
  same_ssh_key: 'Both have one SSH key',
  same_vat_id: 'Both have one VAT ID',
  shared_by_referrals: 'Shared among referrals',
  disputed_payment: 'Disputed card payment',
  ring: 'Money comes back to the affiliate',
  wash_rental: 'Rentals of one provider alone',
  click_flood: 'Flood of clicks',
  sign_up_burst: 'Sign-ups from one network',
  same_network: 'One network',
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
    ...(terms.second_level_basis_points === 0
      ? []
      : [
          `Who referred you gets ${formatFee(terms.second_level_basis_points)} of your share on top, and so do you for the referrals of your referrals. There are two levels at most.`,
        ]),
    ...(terms.beta_accounts_per_month === 0
      ? []
      : [
          `Your referrals need no access code: ${plural(terms.beta_accounts_per_month, 'account')} a month.`,
        ]),
    'You cannot refer yourself: accounts of the same person or company, or with the same card or payout address, are reviewed. You can appeal.',
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
