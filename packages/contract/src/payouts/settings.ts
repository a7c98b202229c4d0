import { z } from 'zod'
import { MicroUsd, PlainLine } from '../core/values.ts'
import { VatCheck } from '../invoices/vat-check.ts'
import { EvmAddress } from '../wallet/address.ts'
import { ChainId } from '../wallet/chain.ts'

/** `weekly`: on Mondays, all that is payable. */
export const PayoutSchedule = z.enum(['at_will', 'weekly'])
export type PayoutSchedule = z.infer<typeof PayoutSchedule>

/** Who is paid, for the operator's books. */
export const Payee = z.strictObject({
  name: PlainLine.min(1, 'Name is required').max(200),
  /** ISO 3166-1, two letters. */
  country: z.string().regex(/^[A-Z]{2}$/, 'Enter two capital letters, such as DE'),
  /** VAT or tax number. */
  tax_id: PlainLine.max(40).nullable(),
})
export type Payee = z.infer<typeof Payee>

/** A stablecoin to the payout address, or US dollars to the bank account or by Stripe. */
const PayoutWay = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('wallet'), chain_id: ChainId, token: EvmAddress }),
  z.strictObject({ method: z.literal('bank') }),
  z.strictObject({ method: z.literal('stripe') }),
])

export const PayoutSettings = z.strictObject({
  schedule: PayoutSchedule,
  /** Weekly payouts wait until this much is payable. */
  threshold_micro_usd: MicroUsd.min(0).max(1_000_000_000_000),
  /** What weekly payouts are made in: a stablecoin, or US dollars to the bank account or by Stripe. */
  source: PayoutWay.nullable(),
  payee: Payee.nullable(),
})
export type PayoutSettings = z.infer<typeof PayoutSettings>

/** What the operator asks of payees: nothing, name and country, or the tax number too. */
export const PayeeNeed = z.enum(['none', 'name', 'tax_id'])
export type PayeeNeed = z.infer<typeof PayeeNeed>

export const PayoutSettingsView = PayoutSettings.extend({
  payee_need: PayeeNeed,
  /** Of the payee's VAT ID, by VIES; `null`: it is not asked. */
  payee_vat_check: VatCheck.nullable(),
})
export type PayoutSettingsView = z.infer<typeof PayoutSettingsView>
