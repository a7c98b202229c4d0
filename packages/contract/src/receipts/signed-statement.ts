import { z } from 'zod'
import {
  AccountId,
  AllowanceId,
  InstanceId,
  RenderJobId,
  ReservationId,
  TransactionId,
  VolumeId,
} from '../core/ids.ts'
import { MicroUsd, Sha256, Timestamp } from '../core/values.ts'
import { TransactionKind } from '../ledger/statement.ts'
import { ReceiptProof } from './signed-receipt.ts'

/** Where the money of an account is: what it can spend, what is on hold, what it earned, and so on. */
export const StatementBalance = z.enum([
  'available',
  'welcome',
  'held',
  'welcome_held',
  'earned',
  'welcome_earned',
  'reward',
  'payout',
  'debt',
])
export type StatementBalance = z.infer<typeof StatementBalance>

/** An amount for each balance that it moves or that is not zero, in the order of `StatementBalance`. */
export const StatementAmounts = z.array(z.tuple([StatementBalance, MicroUsd])).max(9)
export type StatementAmounts = z.infer<typeof StatementAmounts>

/** One transaction of the ledger, as far as it moves money of the account. */
export const StatementLine = z.strictObject({
  type: z.literal('line'),
  id: TransactionId,
  at: Timestamp,
  kind: TransactionKind,
  text: z.string().max(1_000),
  instance_id: InstanceId.nullable(),
  render_job_id: RenderJobId.nullable(),
  /** The allowance for answers of models. */
  allowance_id: AllowanceId.nullable(),
  volume_id: VolumeId.nullable(),
  reservation_id: ReservationId.nullable(),
  /** What it moves; empty: only between holds of one balance. */
  amounts: StatementAmounts,
})
export type StatementLine = z.infer<typeof StatementLine>

/** A UTC day with transactions, chained by its hash to the account's day before. */
export const StatementDay = z.strictObject({
  type: z.literal('statement_day'),
  /** Counts the days with transactions from 1. */
  number: z.int().min(1),
  day: z.iso.date(),
  transactions: z.int().min(1),
  /** The hash of the last of its lines, each of which is chained to the line before. */
  lines_hash: Sha256,
  /** The balances at the end of the day. */
  balances: StatementAmounts,
  /** The hash of the day before it; of the first one, 64 zeros. */
  previous: Sha256,
  hash: Sha256,
})
export type StatementDay = z.infer<typeof StatementDay>

/** The begin of a signed statement, signed by the installation. */
export const StatementHead = z.strictObject({
  type: z.literal('statement'),
  version: z.literal(1),
  account_id: AccountId,
  /** The number and the hash of the last day; 0 and 64 zeros: there was no transaction before today. */
  number: z.int().min(0),
  hash: Sha256,
  /** The first day with its lines; of earlier days only the sums follow. `null`: all days have their lines. */
  lines_from: z.iso.date().nullable(),
  /** When this statement was made. */
  at: Timestamp,
  /** The installation's key, in base64url. */
  key: z.string().max(100),
  /** By that key, of the hash of the fields above. */
  signature: z.string().max(100),
})
export type StatementHead = z.infer<typeof StatementHead>

/** A line of the file: the head, then each day, the published day that contains it, and its transactions in order. */
export const StatementEntry = z.discriminatedUnion('type', [
  StatementHead,
  StatementDay,
  ReceiptProof,
  StatementLine,
])
export type StatementEntry = z.infer<typeof StatementEntry>
