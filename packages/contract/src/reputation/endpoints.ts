import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { InstanceId, MachineId, ReviewId } from '../core/ids.ts'
import { ServiceCredit } from '../ledger/service-credit.ts'
import { InstanceReview, NewReview, Review, ReviewAnswer, Reviews } from './review.ts'
import { MachineTrust, TrustPart } from './trust.ts'

const machine = z.strictObject({ id: MachineId })
const instance = z.strictObject({ id: InstanceId })
const review = z.strictObject({ id: ReviewId })

export const reputation = {
  readTrust: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/trust',
    auth: 'public',
    bearer: 'optional',
    scope: 'market:read',
    title: 'Retrieve trust score',
    summary:
      'Retrieve the trust score of a listed machine, or of one of yours, with its parts. New machines have no score',
    params: machine,
    response: MachineTrust,
    errors: ['not_found'],
    perMinute: 120,
  }),
  readEvidence: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/trust/evidence',
    auth: 'public',
    bearer: 'optional',
    scope: 'market:read',
    title: 'Download evidence',
    summary:
      'Download the signed facts that the trust score of a machine follows from, oldest first, as JSON Lines',
    transport: 'file',
    files: ['application/x-ndjson'],
    params: machine,
    query: z.strictObject({
      /** Only facts of this part: they do not follow each other, so that their chain cannot be verified. */
      part: TrustPart.optional(),
      /** Only so many facts, the newest. */
      last: z.coerce.number().int().min(1).max(500).optional(),
    }),
    errors: ['not_found'],
    perMinute: 60,
  }),
  checkAgain: endpoint({
    method: 'POST',
    path: '/api/machines/{id}/trust/checks',
    auth: 'member',
    scope: 'machines:write',
    title: 'Measure machine again',
    summary:
      'Measure one of your machines again now, so that the figures count in its score; once a day and while nothing is rented',
    status: 202,
    params: machine,
    errors: ['not_found', 'machine_offline', 'machine_in_use', 'daily_limit_reached'],
    perMinute: 6,
  }),
  listCredits: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/credits',
    auth: 'member',
    scope: 'machines:read',
    title: 'List machine credits',
    summary:
      'List the last 100 automatic credits that one of your machines paid to renters, newest first',
    params: machine,
    response: z.array(ServiceCredit),
    errors: ['not_found'],
  }),
  listReviews: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/reviews',
    auth: 'public',
    bearer: 'optional',
    scope: 'market:read',
    title: 'List reviews',
    summary: 'List the reviews of a listed machine, or of one of yours, newest first',
    params: machine,
    query: z.strictObject({
      offset: z.coerce.number().int().min(0).max(10_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: Reviews,
    errors: ['not_found'],
    perMinute: 120,
  }),
  readReview: endpoint({
    method: 'GET',
    path: '/api/instances/{id}/review',
    auth: 'member',
    scope: 'instances:read',
    title: 'Retrieve your review',
    summary: 'Retrieve your review of the machine of an instance, and whether you may write it',
    params: instance,
    response: InstanceReview,
    errors: ['not_found'],
  }),
  writeReview: endpoint({
    method: 'PUT',
    path: '/api/instances/{id}/review',
    auth: 'member',
    scope: 'instances:write',
    title: 'Write review',
    summary:
      'Review the machine of an instance that ran for at least one hour, or edit the review within 24 hours',
    params: instance,
    body: NewReview,
    response: InstanceReview,
    errors: ['not_found', 'review_too_early', 'review_own_machine', 'review_final'],
    perMinute: 20,
  }),
  answerReview: endpoint({
    method: 'PUT',
    path: '/api/reviews/{id}/answer',
    auth: 'member',
    scope: 'machines:write',
    title: 'Answer review',
    summary: 'Answer a review of one of your machines, once',
    params: review,
    body: ReviewAnswer,
    response: Review,
    errors: ['not_found', 'review_answered'],
    perMinute: 20,
  }),
  hideReview: endpoint({
    method: 'PUT',
    path: '/api/operator/reviews/{id}',
    auth: 'operator',
    reauth: 'recent',
    title: 'Hide review',
    summary: 'Hide a review, which then counts no more, or show it again',
    params: review,
    body: z.strictObject({ hidden: z.boolean() }),
    response: Review,
    errors: ['not_found'],
  }),
} as const
