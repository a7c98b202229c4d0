import type { AutoTopUpStop } from '@gridloom/contract/cards/auto-top-up'
import type { CardId } from '@gridloom/contract/cards/card'
import type {
  CardDisputeState,
  CardPaymentKind,
  CardPaymentProblem,
  CardPaymentState,
  CardRefundState,
} from '@gridloom/contract/cards/payment'
import type { AccountId, CardPaymentId, CardRefundId } from '@gridloom/contract/core/ids'
import type { Generated, Selectable } from 'kysely'

interface CardPaymentsTable {
  id: CardPaymentId
  account_id: AccountId
  created_by: AccountId | null
  kind: CardPaymentKind
  state: CardPaymentState
  problem: Generated<CardPaymentProblem | null>
  micro_usd: number
  credited_micro_usd: Generated<number>
  save_card: boolean
  session_id: Generated<string | null>
  session_url: Generated<string | null>
  intent_id: Generated<string | null>
  card_id: CardId | null
  created_at: Date
  expires_at: Date
  credited_at: Generated<Date | null>
  checked_at: Date
}
export type PaymentRow = Selectable<CardPaymentsTable>

interface CardRefundsTable {
  id: CardRefundId
  payment_id: CardPaymentId
  created_by: AccountId | null
  micro_usd: number
  state: CardRefundState
  processor_id: string | null
  created_at: Date
  checked_at: Date
}
export type RefundRow = Selectable<CardRefundsTable>

interface CardDisputesTable {
  id: string
  payment_id: CardPaymentId
  micro_usd: number
  state: CardDisputeState
  reason: string
  opened_at: Date
}
export type DisputeRow = Selectable<CardDisputesTable>

interface AutoTopUpsTable {
  account_id: AccountId
  enabled: boolean
  below_micro_usd: number
  add_micro_usd: number
  month_micro_usd_max: number
  declines: number
  retry_at: Date | null
  stopped: AutoTopUpStop | null
  changed_by: AccountId
  changed_at: Date
}
export type AutoTopUpRow = Selectable<AutoTopUpsTable>

interface CardCustomersTable {
  account_id: AccountId
  customer_id: string
  default_card_id: CardId | null
  created_at: Date
  closed_at: Generated<Date | null>
}
export type CustomerRow = Selectable<CardCustomersTable>

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type CardTables = {
  card_customers: CardCustomersTable
  card_payments: CardPaymentsTable
  card_refunds: CardRefundsTable
  card_disputes: CardDisputesTable
  card_fingerprints: { account_id: AccountId; fingerprint: string; first_paid_at: Date }
  card_events: { id: string; received_at: Date }
  auto_top_ups: AutoTopUpsTable
}
