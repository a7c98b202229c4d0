import type { AccountReviewState, AccountRule } from '@gridloom/contract/affiliate/account-review'
import type { HeldReason, ReferralState } from '@gridloom/contract/affiliate/affiliate'
import type { AccountId, AffiliateClickId, ReferralId } from '@gridloom/contract/core/ids'
import type { Product } from '@gridloom/contract/ledger/line'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type AffiliateTables = {
  affiliate_codes: {
    code: string
    look: string
    account_id: AccountId
    chosen: boolean
    created_at: Date
  }
  affiliate_clicks: {
    id: AffiliateClickId
    account_id: AccountId
    at: Date
    page: string
    campaign: string
    sub_id: string
    source: string
    again: boolean
    visitor_hash: string | null
    is_private: Generated<boolean>
  }
  affiliate_referrals: {
    id: ReferralId
    referred_account_id: AccountId
    account_id: AccountId
    by: 'click' | 'code'
    page: string
    campaign: string
    sub_id: string
    source: string
    created_at: Date
    joined_at: Generated<Date | null>
    number: Generated<number | null>
    activated_at: Generated<Date | null>
    state: Generated<ReferralState>
    held_reason: Generated<HeldReason | null>
    decision_text: Generated<string | null>
    booked_through: ColumnType<Date | null, undefined, string>
    paid_micro_usd: Generated<number>
    click_id: Generated<AffiliateClickId | null>
    opened_beta_at: Generated<Date | null>
    network_clicks: Generated<number>
    day_clicks: Generated<number>
    even_clicks: Generated<boolean>
    appeal_text: Generated<string | null>
    appealed_at: Generated<Date | null>
  }
  affiliate_terms: {
    only_row: Generated<boolean>
    compute_basis_points: number
    rendering_basis_points: number
    models_basis_points: number
    storage_basis_points: number
    months: number
    holding_days: number
    minimum_micro_usd: number
    second_level_basis_points: number
    beta_accounts_per_month: number
  }
  affiliate_commissions: {
    referral_id: ReferralId
    /** Whose fees they are: another referral on the second level. */
    of_referral_id: ReferralId
    day: string
    product: Product
    spent_micro_usd: number
    fee_micro_usd: number
    basis_points: number
    micro_usd: number
  }
  affiliate_signals: {
    referral_id: ReferralId
    rule: HeldReason
    points: number
    evidence: string
    found_at: Date
    expires_at: Date
  }
  affiliate_account_reviews: {
    account_id: AccountId
    rule: AccountRule
    state: Generated<AccountReviewState>
    evidence: string
    found_at: Date
    expires_at: Date
    decision_text: Generated<string | null>
    appeal_text: Generated<string | null>
    appealed_at: Generated<Date | null>
  }
  affiliate_bought_visits: { account_id: AccountId; day: string; source: string }
}
export type AccountReviewRow = Selectable<AffiliateTables['affiliate_account_reviews']>
export type ReferralRow = Selectable<AffiliateTables['affiliate_referrals']>
