import { z } from 'zod'
import { MicroUsd, Timestamp } from '../core/values.ts'

/** Why a renter gets a part of a charge back. */
export const ServiceCreditReason = z.enum(['slow_start', 'outage', 'below_advertised', 'slow_gpu'])
export type ServiceCreditReason = z.infer<typeof ServiceCreditReason>

/**
 * The published table of automatic credits (docs/credits.md). A credit never exceeds what its rental has cost, and the
 * provider's own rentals have none.
 */
export const creditTerms = {
  /** The container starts this long after its order, or after its image was pulled. A later second pays back a second. */
  slowStart: { promisedS: 180, paidS: 3_600 },
  /** Of an outage of the machine that is at least this long, each second pays back a second. */
  outage: { fromS: 120, paidS: 24 * 3_600 },
  /** A figure that is this far below the one at the order pays back its share of what the rental has cost so far. */
  belowAdvertised: { fromPercent: 10 },
  /** A GPU that is this far below its figure at the order pays back its share of each charge, of this time at most. */
  slowGpu: { fromPercent: 10, paidS: 24 * 3_600 },
} as const

/** A part of a charge that the provider pays back. */
export const ServiceCredit = z.strictObject({
  reason: ServiceCreditReason,
  at: Timestamp,
  /** The seconds beyond the promise, or of the outage; `null` for a figure below the advertised one. */
  seconds: z.int().nullable(),
  /** By how much a figure is below the advertised one. */
  percent: z.int().nullable(),
  /** One sentence. */
  text: z.string(),
  micro_usd: MicroUsd,
  /** What is paid already: the rest follows as the rental is charged. */
  paid_micro_usd: MicroUsd,
})
export type ServiceCredit = z.infer<typeof ServiceCredit>
