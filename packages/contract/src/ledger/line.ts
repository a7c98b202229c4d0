import { z } from 'zod'
import {
  InstanceId,
  MachineId,
  RenderJobId,
  ReservationId,
  TransactionId,
  VolumeId,
} from '../core/ids.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'

/** The products on which money is spent and with which it is earned. */
export const Product = z.enum(['compute', 'rendering', 'models', 'storage'])
export type Product = z.infer<typeof Product>

/** The kind of transactions that a line of a statement sums. Holds and releases move money within an account. */
export const LineKind = z.enum([
  'charge',
  'earning',
  'credit',
  'deposit',
  'payout',
  'transfer',
  'hold',
])
export type LineKind = z.infer<typeof LineKind>

/** The period that a line sums; `transaction`: each transaction by itself. Periods are UTC. */
export const Granularity = z.enum(['transaction', 'hour', 'day'])
export type Granularity = z.infer<typeof Granularity>

/** The transactions of one period, kind, product and resource, summed. Exact: nothing is rounded. */
export const LedgerLine = z.strictObject({
  /** The start of the period, or the time of the one transaction. */
  at: Timestamp,
  kind: LineKind,
  /** `null` for credit, deposits, payouts and transfers. */
  product: Product.nullable(),
  /** The resource of a charge; `null` for answers of models, which are charged together. */
  instance_id: InstanceId.nullable(),
  render_job_id: RenderJobId.nullable(),
  volume_id: VolumeId.nullable(),
  reservation_id: ReservationId.nullable(),
  /** The machine of an earning. */
  machine_id: MachineId.nullable(),
  /** How many transactions the line sums. */
  transactions: z.int().min(0),
  /** Only with the granularity `transaction`. */
  transaction_id: TransactionId.nullable(),
  /** The description of a single transaction; `null` where there are several. */
  text: z.string().nullable(),
  available_change_micro_usd: MicroUsd,
  held_change_micro_usd: MicroUsd,
  earned_change_micro_usd: MicroUsd,
  /** Of an earning: the platform fee, which is already deducted. */
  fee_micro_usd: MicroUsd,
})
export type LedgerLine = z.infer<typeof LedgerLine>

/** The last line of a page, opaque to callers. */
export const LedgerCursor = z
  .string()
  .regex(
    /^(?:[0-9]{1,15}~[a-z]{1,10}~[a-z]{0,10}~[a-z0-9_]{0,40}|trx_[0-9a-z]{26})$/,
    'Unknown cursor',
  )
export type LedgerCursor = z.infer<typeof LedgerCursor>
