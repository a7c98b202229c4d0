import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { InferenceTabId, InstanceId, RenderJobId, TransactionId } from './ids.ts'
import { MicroUsd, Page, PageSize, PlainLine, Timestamp } from './values.ts'

/** What an account can spend, what is set aside for running things, and how fast it goes. */
export const Balance = z.strictObject({
  available_micro_usd: MicroUsd,
  /** Of what is available: welcome credit, which is spent last and cannot be moved. */
  welcome_micro_usd: MicroUsd,
  held_micro_usd: MicroUsd,
  burn_micro_usd_per_hour: MicroUsd,
  /** Seconds until both are used up at this burn; `null` when nothing burns. */
  lasts_s: z.int().nullable(),
  earned_micro_usd: MicroUsd,
  /** Of what was earned: what renters paid with welcome credit, which is not paid out. */
  earned_of_welcome_micro_usd: MicroUsd,
  as_of: Timestamp,
})
export type Balance = z.infer<typeof Balance>

/** Why money moved. */
export const TransactionKind = z.enum([
  'starting_credit',
  'operator_credit',
  'hold',
  'capture',
  'release',
  'transfer',
])
export type TransactionKind = z.infer<typeof TransactionKind>

/** One movement as its owner sees it: what it did to the available and the held money. */
export const Statement = z.strictObject({
  transaction_id: TransactionId,
  kind: TransactionKind,
  text: z.string(),
  instance_id: InstanceId.nullable(),
  render_job_id: RenderJobId.nullable(),
  /** Answers of models: many small ones are moved together. */
  tab_id: InferenceTabId.nullable(),
  available_change_micro_usd: MicroUsd,
  held_change_micro_usd: MicroUsd,
  earned_change_micro_usd: MicroUsd,
  at: Timestamp,
})
export type Statement = z.infer<typeof Statement>

export const ledger = {
  balance: endpoint({
    method: 'GET',
    path: '/api/balance',
    auth: 'session',
    scope: 'billing:read',
    summary: 'Your balance and how fast it is spent',
    response: Balance,
  }),
  statements: endpoint({
    method: 'GET',
    path: '/api/ledger',
    auth: 'session',
    scope: 'billing:read',
    summary: 'Every movement of your money, newest first',
    query: z.strictObject({ page: Page, page_size: PageSize }),
    response: z.strictObject({ statements: z.array(Statement), total: z.int() }),
  }),
  credit: endpoint({
    method: 'POST',
    path: '/api/operator/credits',
    auth: 'operator',
    proof: 'recent',
    summary: 'Give an account credit; the same key gives it once',
    status: 201,
    body: z.strictObject({
      email: z.string().min(1).max(254),
      micro_usd: MicroUsd.min(1).max(1_000_000_000_000),
      key: z.string().min(1).max(100),
      text: PlainLine.min(1).max(200),
    }),
    response: Balance,
    errors: ['not_found', 'idempotency_conflict'],
  }),
} as const
