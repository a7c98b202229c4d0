import { z } from 'zod'
import { InstanceId, MachineId } from '../core/ids.ts'
import { MicroUsd, MicroUsdPerHour, Sha256, Timestamp } from '../core/values.ts'
import { ChainId } from '../wallet/chain.ts'

const Seconds = z.int().min(0)
/** Ed25519, in base64url. */
const Signature = z.string().max(100)
/** The raw 32 bytes of an Ed25519 key, in base64url. */
const PublicKey = z.string().max(100)

/** What a machine had counted for an instance since its order, as it signed it. */
export const MachineCount = z.strictObject({
  /** Milliseconds since 1970 by the machine's clock. */
  at_ms: z.int().min(0),
  /** Running and ready. */
  ready_s: Seconds,
  /** Running, ready or not. */
  running_s: Seconds,
  /** Stopped with its disk kept. */
  stopped_s: Seconds,
  /** By the machine's key, of the statement in docs/receipts.md. */
  signature: Signature,
})
export type MachineCount = z.infer<typeof MachineCount>

/** A count with the key that signed it. */
export const ReceiptCount = MachineCount.extend({ machine_key: PublicKey })
export type ReceiptCount = z.infer<typeof ReceiptCount>

/** One charged interval of an instance, or one credit that its provider paid, chained to the one before by its hash. */
export const ReceiptRecord = z.strictObject({
  type: z.literal('record'),
  /** Counts the records of the instance from 1. */
  number: z.int().min(1),
  kind: z.enum(['running', 'stopped_disk', 'credit']),
  /** Names the interval or the payment; each is recorded once. */
  key: z.string().max(200),
  from: Timestamp,
  to: Timestamp,
  /** Seconds of this kind that were charged before it; 0 for a credit. */
  from_s: Seconds,
  /** Seconds charged; 0 for a credit. */
  seconds: Seconds,
  micro_usd_per_hour: MicroUsdPerHour,
  /** Charged, or paid back by a credit. */
  micro_usd: MicroUsd.min(0),
  /** `null`: the machine signed nothing, as older agents do, and credits need nothing. */
  count: ReceiptCount.nullable(),
  /** The hash of the record before it; of the first one, 64 zeros. */
  previous: Sha256,
  hash: Sha256,
})
export type ReceiptRecord = z.infer<typeof ReceiptRecord>

/** The begin of a signed receipt: where its chain ends and what it adds up to, signed by the installation. */
export const ReceiptHead = z.strictObject({
  type: z.literal('head'),
  version: z.literal(1),
  instance_id: InstanceId,
  machine_id: MachineId,
  /** The number and the hash of the last record; 0 and 64 zeros: nothing was charged. */
  number: z.int().min(0),
  hash: Sha256,
  /** Charged in all. */
  micro_usd: MicroUsd.min(0),
  /** Paid back by credits, of what was charged. */
  credited_micro_usd: MicroUsd.min(0),
  /** Whether nothing more can be charged. */
  final: z.boolean(),
  /** When this receipt was made. */
  at: Timestamp,
  /** The installation's key. */
  key: PublicKey,
  /** By that key, of the hash of the fields above. */
  signature: Signature,
})
export type ReceiptHead = z.infer<typeof ReceiptHead>

/**
 * A UTC day: the root of a Merkle tree over the last record of each instance that was charged that day, chained to the
 * day before and signed by the installation. It commits to every record up to then.
 */
export const ReceiptDay = z.strictObject({
  day: z.iso.date(),
  /** How many instances the tree has. */
  leaves: z.int().min(1),
  root: Sha256,
  /** The hash of the day before it; of the first one, 64 zeros. */
  previous: Sha256,
  hash: Sha256,
  signature: Signature,
})
export type ReceiptDay = z.infer<typeof ReceiptDay>

/** Shows that a published day contains the record before this line. */
export const ReceiptProof = ReceiptDay.extend({
  type: z.literal('day'),
  /** The place of the instance in the tree, from 0. */
  index: z.int().min(0),
  /** The hashes beside the way from the leaf to the root. */
  path: z.array(Sha256).max(64),
})
export type ReceiptProof = z.infer<typeof ReceiptProof>

/** A line of a signed receipt: the head first, then records in order, each followed by the day that ends with it. */
export const ReceiptEntry = z.discriminatedUnion('type', [ReceiptHead, ReceiptRecord, ReceiptProof])
export type ReceiptEntry = z.infer<typeof ReceiptEntry>

/** A published day, and where it is written to a chain. */
export const PublishedDay = ReceiptDay.extend({
  /** Its data says `gridloom-receipt-day-1` and the hash; `null`: this day is in no block that counts. */
  transaction: z
    .strictObject({
      chain_id: ChainId,
      hash: z
        .string()
        .regex(/^0x[0-9a-f]{64}$/)
        .meta({ examples: [`0x${'9f86d081884c7d65'.repeat(4)}`] }),
      height: z.int().min(0),
      explorer_url: z.url({ protocol: /^https?$/ }).nullable(),
    })
    .nullable(),
})
export type PublishedDay = z.infer<typeof PublishedDay>

/** The published days, newest first. */
export const ReceiptDays = z.strictObject({
  /** The installation's key, which signs receipts, days and facts about machines. */
  key: PublicKey,
  days: z.array(PublishedDay),
})
export type ReceiptDays = z.infer<typeof ReceiptDays>
