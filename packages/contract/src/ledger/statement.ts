import { z } from 'zod'
import { AllowanceId, InstanceId, RenderJobId, TransactionId } from '../core/ids.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'

/** Why money moved. */
export const TransactionKind = z.enum([
  'starting_credit',
  'operator_credit',
  'hold',
  'capture',
  'release',
  'transfer',
  'service_credit',
  'deposit',
  'deposit_reversal',
  'refund',
  'promo_credit',
  'reward',
  'reward_claim',
  'reward_return',
  'payout_hold',
  'payout',
  'payout_return',
  'debt_repayment',
  'mission_hold',
  'mission_return',
])
export type TransactionKind = z.infer<typeof TransactionKind>

/** One transaction as its account sees it: the change of the available and the held money. */
export const Statement = z.strictObject({
  transaction_id: TransactionId,
  kind: TransactionKind,
  text: z.string(),
  instance_id: InstanceId.nullable(),
  render_job_id: RenderJobId.nullable(),
  /** The allowance for answers of models: many small charges are moved together. */
  allowance_id: AllowanceId.nullable(),
  available_change_micro_usd: MicroUsd,
  held_change_micro_usd: MicroUsd,
  earned_change_micro_usd: MicroUsd,
  at: Timestamp,
})
export type Statement = z.infer<typeof Statement>
