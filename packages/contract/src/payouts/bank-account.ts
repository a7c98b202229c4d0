import { z } from 'zod'
import { AccountId } from '../core/ids.ts'
import { MicroUsd, PlainLine, Timestamp } from '../core/values.ts'

/** The beginning and the end of an IBAN: never all of it. */
export const MaskedIban = z
  .string()
  .max(20)
  .meta({ examples: ['DE89 … 3000'] })

/** A bank account that payouts go to from a time on. */
const BankAccount = z.strictObject({
  iban: MaskedIban,
  bic: z.string().nullable(),
  holder: z.string(),
  effective_at: Timestamp,
})

/** The bank account that payouts go to, and a change that waits. */
export const BankAccounts = z.strictObject({
  /** `null`: none. */
  current: BankAccount.nullable(),
  /** Can be cancelled until it takes effect. */
  pending: BankAccount.nullable(),
})
export type BankAccounts = z.infer<typeof BankAccounts>

export const NewBankAccount = z.strictObject({
  /** With or without spaces; its length and check digits are compared with the country's. */
  iban: PlainLine.min(1, 'IBAN is required').max(50),
  /** Eight or eleven characters; banks outside the euro area often need it. */
  bic: z
    .string()
    .regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'Enter 8 or 11 characters')
    .nullable(),
  /** As the bank has it, in Latin letters. */
  holder: PlainLine.min(1, 'Name is required').max(70),
})
export type NewBankAccount = z.infer<typeof NewBankAccount>

/** Files are numbered from 1. */
export const PayoutFileNumber = z
  .int()
  .min(1)
  .max(1_000_000_000)
  .meta({ examples: [12] })

/** A file for the operator's bank. A payout is in one file, for ever. */
export const PayoutFile = z.strictObject({
  number: PayoutFileNumber,
  /** What the bank pays. */
  micro_usd: MicroUsd,
  payouts: z.int(),
  /** Of these, those that the bank returned. */
  returned: z.int(),
  created_by: AccountId,
  created_at: Timestamp,
  /** When an operator said that the bank executed it; `null`: not yet. */
  executed_at: Timestamp.nullable(),
})
export type PayoutFile = z.infer<typeof PayoutFile>

/** Files for the operator's bank, and what waits for one. */
export const PayoutFiles = z.strictObject({
  /** `off`: no bank account is configured. */
  bank: z.enum(['on', 'off']),
  /** Approved payouts that are in no file. */
  waiting: z.strictObject({ payouts: z.int(), micro_usd: MicroUsd }),
  /** Newest first, at most 200. */
  files: z.array(PayoutFile),
})
export type PayoutFiles = z.infer<typeof PayoutFiles>

export const NewPayoutFile = z.strictObject({
  /** What the bank account may spend on this file: payouts are put in, oldest first, as long as it covers them. */
  available_micro_usd: MicroUsd.min(1).max(1_000_000_000_000_000),
})
export type NewPayoutFile = z.infer<typeof NewPayoutFile>
