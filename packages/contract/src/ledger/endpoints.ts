import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { InstanceId, MachineId, RenderJobId, ReservationId, VolumeId } from '../core/ids.ts'
import { Flag, MicroUsd, Page, PageSize, PlainLine, Timestamp } from '../core/values.ts'
import { Balance } from './balance.ts'
import { Bill, Month } from './bill.ts'
import { Granularity, LedgerCursor, LedgerLine, LineKind, Product } from './line.ts'
import { Statement } from './statement.ts'

/** A filter of the lines of the statement. */
export const LedgerLinesQuery = z.strictObject({
  granularity: Granularity.default('day'),
  kind: LineKind.optional(),
  /** Whether holds and their releases are listed too. */
  holds: Flag.default(false),
  product: Product.optional(),
  instance_id: InstanceId.optional(),
  render_job_id: RenderJobId.optional(),
  volume_id: VolumeId.optional(),
  reservation_id: ReservationId.optional(),
  machine_id: MachineId.optional(),
  from: Timestamp.optional(),
  /** Exclusive. */
  to: Timestamp.optional(),
  /** The `next_cursor` of the page before. */
  cursor: LedgerCursor.optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(50),
})
export type LedgerLinesQuery = z.infer<typeof LedgerLinesQuery>

export const ledger = {
  balance: endpoint({
    method: 'GET',
    path: '/api/balance',
    auth: 'session',
    scope: 'billing:read',
    title: 'Retrieve balance',
    summary: 'Retrieve your balance and spend rate',
    response: Balance,
  }),
  statements: endpoint({
    method: 'GET',
    path: '/api/ledger',
    auth: 'session',
    scope: 'billing:read',
    title: 'List transactions',
    summary: 'List your transactions, newest first',
    query: z.strictObject({ page: Page, page_size: PageSize }),
    response: z.strictObject({ statements: z.array(Statement), total: z.int() }),
  }),
  lines: endpoint({
    method: 'GET',
    path: '/api/ledger/lines',
    auth: 'session',
    scope: 'billing:read',
    title: 'List ledger lines',
    summary: 'List your transactions summed by hour or day, or one by one, newest first',
    query: LedgerLinesQuery,
    response: z.strictObject({
      lines: z.array(LedgerLine),
      /** `null` on the last page. */
      next_cursor: LedgerCursor.nullable(),
    }),
  }),
  bill: endpoint({
    method: 'GET',
    path: '/api/bill',
    auth: 'session',
    scope: 'billing:read',
    title: 'Retrieve bill',
    summary: "Retrieve a month's spending and earnings, with a forecast for the current month",
    query: z.strictObject({ month: Month.optional() }),
    response: Bill,
  }),
  credit: endpoint({
    method: 'POST',
    path: '/api/operator/credits',
    auth: 'operator',
    reauth: 'recent',
    title: 'Add credit',
    summary: 'Add credit to an account; retries with the same key are applied once',
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
