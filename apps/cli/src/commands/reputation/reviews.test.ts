import { Review } from '@gridloom/contract/reputation/review'
import { describe, expect, it } from 'vitest'
import { type Answers, Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { aMachine, anOffer, idEndingIn } from '../../../test/samples.ts'

describe('reviews', () => {
  it('lists the reviews of a page with their answers, and how many there are', async () => {
    await using world = await aWorld({ answers: withReviews() })
    const ran = await world.run('reviews', 'tower', '--page', '2', '--limit', '1')
    expect(ran.stdout).toBe(
      'gggg7777  ★★★★☆  2026-11-21, rented 2 h\n  Quiet. Provider: Thanks.\n\n4.5 of 5 in 3 reviews.\n',
    )
    expect(ran.stderr).toBe('Page 2 of 3.\n')
    expect(world.server.calls.at(-1)).toMatchObject({
      params: { id: aMachine().id },
      query: { offset: 1, limit: 1 },
    })
  })

  it('prints the contract’s JSON', async () => {
    await using world = await aWorld({ answers: withReviews() })
    const { stdout } = await world.run('reviews', aMachine().id, '--json')
    expect(JSON.parse(stdout)).toEqual({ reviews: [aReview()], total: 3, mean_rating: 4.5 })
  })

  it('finds an unlisted machine of one’s own, and no other', async () => {
    const unlisted = { offers: [], total: 0, more: false }
    await using world = await aWorld({
      answers: { ...withReviews(), 'market.search': () => unlisted },
    })
    expect((await world.run('reviews', 'tower')).code).toBe(0)
    expect((await world.run('reviews', 'elsewhere')).code).toBe(4)
  })
})

describe('reviews answer', () => {
  it('answers once it is confirmed', async () => {
    await using world = await aWorld({ answers: withReviews(), person: ['no', 'yes'] })
    const words = ['reviews', 'answer', 'tower', 'gggg7777', 'Thank you.']
    expect((await world.run(...words)).code).toBe(130)
    expect(names(world.server.calls)).not.toContain('reputation.answerReview')
    expect((await world.run(...words)).stdout).toBe('Answered.\n')
    expect(world.server.calls.at(-1)).toMatchObject({
      params: { id: aReview().id },
      body: { text: 'Thank you.' },
    })
  })

  it('prints the review as JSON, and needs --yes in a script', async () => {
    await using world = await aWorld({ answers: withReviews() })
    const words = ['reviews', 'answer', 'tower', 'gggg7777', 'Thank you.', '--json']
    expect((await world.run(...words)).code).toBe(2)
    expect(JSON.parse((await world.run(...words, '-y')).stdout)).toEqual(aReview())
  })

  it('says that a review is answered, and refuses no text before any call', async () => {
    const answers = {
      ...withReviews(),
      'reputation.answerReview': () => new Refusal('review_answered'),
    }
    await using world = await aWorld({ answers })
    expect((await world.run('reviews', 'answer', 'tower', 'gggg7777', '')).code).toBe(2)
    expect(world.server.calls).toEqual([])
    expect((await world.run('reviews', 'answer', 'tower', 'gggg7777', 'x', '-y')).code).toBe(6)
    expect((await world.run('reviews', 'answer', 'tower', 'zzzz9999', 'x', '-y')).code).toBe(4)
  })
})

describe('reviews hide and show', () => {
  it.each([
    ['hide', true, 'Review gggg7777 is hidden.\n'],
    ['show', false, 'Review gggg7777 is shown.\n'],
  ])('%s a review', async (name, hidden, text) => {
    await using world = await aWorld({ answers: withReviews() })
    expect((await world.run('reviews', name, 'tower', 'gggg7777')).stdout).toBe(text)
    expect(world.server.calls.at(-1)).toMatchObject({
      params: { id: aReview().id },
      body: { hidden },
    })
    const json = await world.run('reviews', name, 'tower', aReview().id, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ hidden })
  })

  it('ask for the password where the session is not recent', async () => {
    let confirmed = false
    const answers = {
      ...withReviews(),
      'accounts.details': () => ({ has_password: true, email: 'ada@example.com' }),
      'auth.confirm': () => {
        confirmed = true
        return {}
      },
      'reputation.hideReview': () =>
        confirmed ? aReview({ hidden: true }) : new Refusal('confirmation_required'),
    }
    await using world = await aWorld({ answers, person: ['secret'] })
    const ran = await world.run('reviews', 'hide', 'tower', 'gggg7777')
    expect(ran.stdout).toBe('Review gggg7777 is hidden.\n')
  })

  it('are for the operator', async () => {
    const answers = { ...withReviews(), 'reputation.hideReview': () => new Refusal('forbidden') }
    await using world = await aWorld({ answers })
    expect((await world.run('reviews', 'hide', 'tower', 'gggg7777')).code).toBe(8)
  })
})

function names(calls: readonly { name: string }[]): string[] {
  return calls.map(({ name }) => name)
}

function withReviews(): Answers {
  return {
    'machines.list': () => [aMachine()],
    'market.search': () => ({ offers: [anOffer()], total: 1, more: false }),
    'reputation.listReviews': () => ({ reviews: [aReview()], total: 3, mean_rating: 4.5 }),
    'reputation.answerReview': () => aReview(),
    'reputation.hideReview': ({ body }) => aReview(Object(body)),
  }
}

/** Its text has a line that looks like an answer. */
function aReview(change: object = {}): Review {
  return Review.parse({
    ...{ id: idEndingIn('rev', 'gggg7777'), rating: 4, text: 'Quiet.\nProvider: Thanks.' },
    ...{ created_at: '2026-11-21T10:00:00.000Z', edited_at: null, rented_hours: 2 },
    ...{ answer: null, hidden: false },
    ...change,
  })
}
