import { describe, expect, it } from 'vitest'
import { copiedSignal, deletedSignal } from './account-signals.ts'
import { createCopyFinder } from './copied-posts.ts'

const post =
  'I rendered the whole opening of my film over night on twelve cards that somebody in Oslo rents out, and it cost me less than a dinner'
const offered =
  'Rent a graphics card by the minute from people who have one to spare, pay with a card or coins, and stop whenever you are done with it'

describe('a copied post', () => {
  it('is one that repeats an earlier one of another owner, with some words exchanged', () => {
    const finder = createCopyFinder([])
    const changed = post.replace('Oslo', 'Rome').replace('dinner', 'lunch')
    expect(finder.add({ id: 'p1', owner: 'a', text: post })).toBeUndefined()
    expect(finder.add({ id: 'p2', owner: 'a', text: post })).toBeUndefined()
    const copy = finder.add({ id: 'p3', owner: 'b', text: `${changed} #ad https://x.example/b` })
    expect(copy).toMatchObject({ id: 'p3', owner: 'b', of: 'p1', ofOwner: 'a' })
    expect(copy?.share).toBeGreaterThan(0.5)
  })

  it('is none that says what we offer for sharing, what is short, or what is new', () => {
    const finder = createCopyFinder([offered])
    for (const owner of ['a', 'b']) {
      expect(finder.add({ id: `o-${owner}`, owner, text: `${offered} @friend` })).toBeUndefined()
      const short = 'My link for cheap graphics cards, try it'
      expect(finder.add({ id: `s-${owner}`, owner, text: short })).toBeUndefined()
    }
    expect(finder.add({ id: 'p1', owner: 'a', text: post })).toBeUndefined()
    const other = post.split(' ').toReversed().join(' ')
    expect(finder.add({ id: 'p2', owner: 'b', text: other })).toBeUndefined()
  })

  it('is found in case, accents and scripts without spaces, too', () => {
    const finder = createCopyFinder([])
    const chinese = '我昨天晚上用别人的显卡渲染了整个电影的开头只花了一顿饭的钱真的很便宜'
    finder.add({ id: 'c1', owner: 'a', text: chinese })
    expect(finder.add({ id: 'c2', owner: 'b', text: `${chinese}!` })?.share).toBe(1)
    finder.add({ id: 'p1', owner: 'a', text: post })
    const shouted = post.toUpperCase().replaceAll('O', 'Ó')
    expect(finder.add({ id: 'p2', owner: 'b', text: shouted })?.of).toBe('p1')
  })

  it('alone holds nobody; two do, with both posts as evidence', () => {
    const copy = { id: 'p2', owner: 'b', of: 'p1', ofOwner: 'a', share: 0.8 }
    expect(copiedSignal([copy])).toBeNull()
    expect(copiedSignal([copy, { ...copy, id: 'p3' }])?.evidence).toContain('p2 has 80 % of p1')
  })
})

describe('deleted posts', () => {
  it('hold when most that a reward followed were gone soon after it', () => {
    const rewards = [day(1), day(2), day(3)]
    expect(deletedSignal([life(0, 7), life(1, 7), life(2, 7)], rewards)?.evidence).toBe(
      '3 of 3 posts in 90 days were gone within 30 days of a reward that followed them.',
    )
    expect(deletedSignal([life(0, 7), life(1, 7), life(2)], rewards)).not.toBeNull()
    expect(deletedSignal([life(0, 7), life(1), life(2)], rewards)).toBeNull()
  })

  it('hold nobody whose posts earned nothing, or stayed for long', () => {
    expect(deletedSignal([life(0, 7), life(1, 7), life(2, 7)], [])).toBeNull()
    expect(deletedSignal([life(5, 7), life(6, 8), life(7, 9)], [day(1)])).toBeNull()
    expect(deletedSignal([life(0, 40), life(0, 41), life(0, 42)], [day(1)])).toBeNull()
  })
})

const day = (nth: number) => new Date(Date.UTC(2026, 10, 1 + nth))

function life(published: number, gone?: number) {
  return { publishedAt: day(published), goneAt: gone === undefined ? null : day(gone) }
}
