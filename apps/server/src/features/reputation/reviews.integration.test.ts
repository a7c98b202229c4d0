import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accountIdOf } from '../../../test/instances.ts'
import { type ReputationFixture, withReputation } from '../../../test/reputation.ts'
import { answerReview } from './reviews/answer-review.ts'
import { countReviews } from './reviews/count-reviews.ts'
import { hideReview } from './reviews/hide-review.ts'
import { listReviews } from './reviews/list-reviews.ts'
import { clearAuthor } from './reviews/reviews-store.ts'
import { readReview, writeReview } from './reviews/write-review.ts'
import { computeScore } from './score/compute-scores.ts'

const dayMs = 86_400_000
const page = { offset: 0, limit: 20 }

describe('a review', () => {
  it('is written after an hour, once for an instance, and edited for a day', async () => {
    await using site = await withReputation()
    const id = await site.running()
    await expect(writeReview(site.renter, id, good)).rejects.toMatchObject({
      code: 'review_too_early',
    })
    expect(await readReview(site.renter, id)).toMatchObject({ review: null, blocker: 'too_short' })
    await ranFor(site, 7_300)
    await writeReview(site.renter, id, good)
    await writeReview(site.renter, id, { rating: 3, text: 'Slow disk.' })
    expect(await readReview(site.renter, id)).toMatchObject({
      ...{ review: { rating: 3, text: 'Slow disk.', rented_hours: 2 }, blocker: null },
    })
    await site.clock.advance(dayMs)
    await expect(writeReview(site.renter, id, good)).rejects.toMatchObject({ code: 'review_final' })
  })

  it('is written by nobody but the renter, and not by a relation of the provider', async () => {
    await using site = await withReputation()
    const id = await site.running()
    await ranFor(site, 7_300)
    const stranger = site.someone()
    await expect(writeReview(stranger, id, good)).rejects.toMatchObject({ code: 'not_found' })
    await expect(readReview(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
    await site.relate()
    await expect(writeReview(site.renter, id, good)).rejects.toMatchObject({
      code: 'review_own_machine',
    })
  })

  it('is answered by the provider alone, once', async () => {
    await using site = await withReputation()
    const { reviewId } = await reviewed(site)
    const answer = { text: 'Thank you.' }
    await expect(answerReview(site.someone(), reviewId, answer)).rejects.toMatchObject({
      code: 'not_found',
    })
    await answerReview(site.provider, reviewId, answer)
    await expect(answerReview(site.provider, reviewId, answer)).rejects.toMatchObject({
      code: 'review_answered',
    })
    const { reviews, mean_rating } = await listReviews(site.someone(), site.machineId, page)
    expect(reviews).toMatchObject([{ rating: 5, answer }])
    expect(mean_rating).toBe(5)
    expect(JSON.stringify(reviews)).not.toContain('acc_')
  })

  it('becomes a fact after a day, which a hidden one withdraws, and counts anew when it is shown', async () => {
    await using site = await withReputation()
    const { reviewId } = await reviewed(site)
    await countReviews(site.ctx)
    expect(await site.facts()).toEqual([])
    await site.clock.advance(dayMs + 1_000)
    for (const _ of [1, 2]) await countReviews(site.ctx)
    expect(await site.facts()).toMatchObject([{ kind: 'review', value: 1_000 }])
    const operator = site.operator()
    await expect(
      hideReview(site.ctxOf(site.someone()), reviewId, { hidden: true }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    for (const _ of [1, 2]) await hideReview(operator, reviewId, { hidden: true })
    expect(await site.facts()).toMatchObject([
      { kind: 'review' },
      { kind: 'withdrawal', withdraws: 1, cause: 'review_hidden' },
    ])
    expect(await listReviews(site.someone(), site.machineId, page)).toMatchObject({ reviews: [] })
    expect((await listReviews(site.provider, site.machineId, page)).reviews).toHaveLength(1)
    await hideReview(operator, reviewId, { hidden: false })
    await countReviews(site.ctx)
    await computeScore(site.ctx, site.machineId)
    expect((await site.trust()).parts.find(({ part }) => part === 'reviews')).toMatchObject({
      facts: 1,
    })
    await site.expectRecomputable()
  })

  it('keeps its rating, and neither author nor text, when its account is closed', async () => {
    await using site = await withReputation()
    await reviewed(site)
    await site.ctx.transact((tx) => clearAuthor(tx, accountIdOf(site.renter)))
    const { rows } = await sql`select account_id, text, rating from reviews`.execute(site.db)
    expect(rows).toEqual([{ account_id: null, text: '', rating: 5 }])
  })
})

const good = { rating: 5, text: 'Fast and quiet.' }

async function reviewed(site: ReputationFixture) {
  const id = await site.running()
  await ranFor(site, 3_700)
  const { review } = await writeReview(site.renter, id, good)
  if (review === null) throw new RangeError('the review was not written')
  return { id, reviewId: review.id }
}

/** As if all instances had run for so long: heartbeats of hours take a test minutes. */
async function ranFor(site: ReputationFixture, seconds: number): Promise<void> {
  await sql`update instances set metered_running_s = ${seconds}, booked_running_s = ${seconds}`.execute(
    site.db,
  )
}
