import { Review } from '@gridloom/contract/reputation/review'
import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance, idEndingIn } from '../../../test/samples.ts'

it('shows the review of an instance, and why none can be written', async () => {
  await using world = await aWorld({
    answers: {
      'instances.list': () => [anInstance()],
      'reputation.readReview': () => ({ review: null, blocker: 'too_short', editable_until: null }),
    },
  })
  expect((await world.run('review', 'trial')).stdout).toContain('has run for one hour')
})

it('writes a review and says until when it can be edited', async () => {
  await using world = await aWorld({
    answers: {
      'instances.list': () => [anInstance()],
      'reputation.writeReview': () => ({
        review: aReview(),
        blocker: null,
        editable_until: '2026-11-22T10:00:00.000Z',
      }),
    },
  })
  const { stdout } = await world.run('review', 'trial', '--rating', '4', '--text', 'Quiet.')
  expect(world.server.calls.at(-1)?.body).toEqual({ rating: 4, text: 'Quiet.' })
  expect(stdout).toBe('★★★★☆ Quiet.\nEditable until 2026-11-22 10:00:00.\n')
})

it('rejects a rating that is none', async () => {
  await using world = await aWorld({ answers: {} })
  expect((await world.run('review', 'trial', '--rating', '6')).code).toBe(2)
  expect((await world.run('review', 'trial', '--text', 'x')).code).toBe(2)
})

function aReview(): Review {
  return Review.parse({
    id: idEndingIn('rev', 'gggg7777'),
    rating: 4,
    text: 'Quiet.',
    created_at: '2026-11-21T10:00:00.000Z',
    edited_at: null,
    rented_hours: 2,
    answer: null,
    hidden: false,
  })
}
