import { z } from 'zod'
import { MachineId } from '../core/ids.ts'
import { Sha256, Timestamp } from '../core/values.ts'
import type { EvidenceKind } from './evidence.ts'

/** The parts of a trust score. */
export const TrustPart = z.enum([
  'uptime',
  'starts',
  'delivered',
  'checks',
  'early_ends',
  'disputes',
  'reviews',
])
export type TrustPart = z.infer<typeof TrustPart>

interface TrustPartTerms {
  /** The exponent of the part in the score. */
  readonly weight: number
  /** How many good facts one bad fact outweighs. */
  readonly badTimes: number
  readonly kinds: readonly EvidenceKind[]
}

/**
 * The terms of version 1 of the trust score (docs/trust.md). A change of any of them is a new version: scores of before
 * must stay recomputable.
 */
export const trustTerms = {
  version: 1,
  halfLifeDays: 30,
  /** Older facts count nothing and are deleted. */
  keptDays: 180,
  /** The quantile of the Wilson bound: 90 % of one side. */
  z: 1.28,
  /** Good facts that every part begins with, so that a first bad one is no verdict. */
  goodBefore: 4,
  /** Below this weight of facts a machine is new: it has no score. */
  factsMin: 10,
  /** The most that the facts of one party weigh in a part. */
  partyWeightMax: 4,
  /** The weight of a fact, in quarters, by the other providers that its party had rented from. */
  partyQuarters: [1, 2, 4],
  parts: {
    uptime: { weight: 0.25, badTimes: 4, kinds: ['uptime'] },
    starts: { weight: 0.25, badTimes: 2, kinds: ['start'] },
    delivered: { weight: 0.25, badTimes: 2, kinds: ['measurement'] },
    checks: { weight: 0.2, badTimes: 2, kinds: ['render_check', 'model_check'] },
    early_ends: { weight: 0.45, badTimes: 3, kinds: ['rental'] },
    disputes: { weight: 0.1, badTimes: 4, kinds: ['dispute'] },
    reviews: { weight: 0.1, badTimes: 1, kinds: ['review'] },
  } satisfies Record<TrustPart, TrustPartTerms>,
} as const

/** One part of a score. Good and bad are the weights of its facts after decay, to 2 decimals. */
export const TrustPartScore = z.strictObject({
  part: TrustPart,
  /** 0–100; `null`: there is no fact, so the part changes nothing. */
  score: z.int().min(0).max(100).nullable(),
  weight: z.number(),
  good: z.number(),
  bad: z.number(),
  /** How many facts count. */
  facts: z.int(),
})
export type TrustPartScore = z.infer<typeof TrustPartScore>

/** What follows from the facts of a machine. */
export const TrustScore = z.strictObject({
  version: z.literal(1),
  /** 0–100; `null`: the machine is new. */
  score: z.int().min(0).max(100).nullable(),
  /** The weight of all facts after decay, to 2 decimals: below 10 the machine is new. */
  facts_weight: z.number(),
  parts: z.array(TrustPartScore),
})
export type TrustScore = z.infer<typeof TrustScore>

/** Ed25519, raw 32 bytes in base64url. */
export const EvidenceKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be an Ed25519 key')
  .meta({ examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'] })
export type EvidenceKey = z.infer<typeof EvidenceKey>

/** The trust score of a machine, and what is needed to recompute it from its facts. */
export const MachineTrust = TrustScore.extend({
  machine_id: MachineId,
  /** The time as of which facts decayed; `null`: nothing is recorded yet. */
  computed_at: Timestamp.nullable(),
  /** The number and the hash of the last fact that counts; 0 and zeros where there is none. */
  head: z.strictObject({ number: z.int().min(0), hash: Sha256 }),
  /** The same of the last deleted fact, which the chain begins after. */
  anchor: z.strictObject({ number: z.int().min(0), hash: Sha256 }),
  /** The key that signs the facts of this installation. */
  public_key: EvidenceKey,
  /** The mean over the provider's machines with a score, weighted by their slots; `null`: none has one. */
  provider_score: z.int().min(0).max(100).nullable(),
  provider_machines: z.int().min(0),
})
export type MachineTrust = z.infer<typeof MachineTrust>
