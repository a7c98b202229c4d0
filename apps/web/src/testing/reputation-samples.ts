import { Evidence } from '@gridloom/contract/reputation/evidence'
import { InstanceReview, Review, Reviews } from '@gridloom/contract/reputation/review'
import { MachineTrust, TrustPart, trustTerms } from '@gridloom/contract/reputation/trust'
import { sampleId, secondsBefore } from './samples.ts'

/** A score with facts of the first parts. */
export function aTrust(parts: object = {}): MachineTrust {
  const scores = [99, 96, 92, null, 88, null, 100]
  return MachineTrust.parse({
    machine_id: sampleId('mch', 1),
    version: 1,
    score: 91,
    facts_weight: 61.5,
    parts: TrustPart.options.map((part, at) => ({
      ...{ part, weight: trustTerms.parts[part].weight, score: scores[at] ?? null },
      ...(scores[at] === null
        ? { good: 0, bad: 0, facts: 0 }
        : { good: 18.4, bad: 0.6, facts: 21 }),
    })),
    computed_at: secondsBefore(90),
    head: { number: 84, hash: 'b'.repeat(64) },
    anchor: { number: 0, hash: '0'.repeat(64) },
    public_key: 'A'.repeat(43),
    provider_score: 94,
    provider_machines: 3,
    ...parts,
  })
}

export function anEvidence(parts: object = {}): Evidence {
  return Evidence.parse({
    number: 1,
    machine_id: sampleId('mch', 1),
    kind: 'start',
    at: secondsBefore(3_600),
    value: 1_000,
    cause: null,
    figure: null,
    party: null,
    withdraws: null,
    source: 'c'.repeat(64),
    previous: '0'.repeat(64),
    hash: 'd'.repeat(64),
    signature: 's',
    ...parts,
  })
}

export function aReview(parts: object = {}): Review {
  return Review.parse({
    id: sampleId('rev', 1),
    rating: 4,
    text: 'Fast and quiet.',
    created_at: secondsBefore(86_400),
    edited_at: null,
    rented_hours: 5,
    answer: null,
    hidden: false,
    ...parts,
  })
}

export function someReviews(reviews: readonly Review[] = []): Reviews {
  return Reviews.parse({ reviews, total: reviews.length, mean_rating: reviews.length ? 4 : null })
}

/** What the renter of an instance sees of their review; by default that it is too early. */
export function aWrittenReview(parts: object = {}): InstanceReview {
  return InstanceReview.parse({
    review: null,
    blocker: 'too_short',
    editable_until: null,
    ...parts,
  })
}
