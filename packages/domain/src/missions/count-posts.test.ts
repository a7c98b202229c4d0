import { expect, it } from 'vitest'
import { type CountedPost, countPosts, lostPosts } from './count-posts.ts'

const origin = 'https://gridloom.example'
const text = 'I render with https://gridloom.example/ada #ad'
const post: CountedPost = { connectedAccountId: 'one', text, gone: false, check: null }
const count = (...posts: Partial<CountedPost>[]) =>
  countPosts(
    posts.map((one) => ({ ...post, ...one })),
    { codes: ['ada', 'lovelace'], origin },
  )

it.each<[string, Partial<CountedPost>, number]>([
  ['is not checked yet', {}, 1],
  ['has the other code', { text: 'https://gridloom.example/Lovelace?to=/prices #ad' }, 1],
  ['is there', { check: { outcome: 'there' } }, 1],
  ['could not be read', { check: { outcome: 'unreadable' } }, 1],
  ['was changed', { check: { outcome: 'changed' } }, 0],
  ['lost its link', { check: { outcome: 'link_missing' } }, 0],
  ['lost its disclosure', { check: { outcome: 'not_disclosed' } }, 0],
  ['is gone', { gone: true }, 0],
  ['has the link of another', { text: 'https://gridloom.example/eve #ad' }, 0],
  ['has no link', { text: 'I render #ad' }, 0],
  ['has the link of another site', { text: 'https://gridloom.example.evil/ada #ad' }, 0],
  ['does not say that it is advertising', { text: 'https://gridloom.example/ada' }, 0],
])('a post that %s counts %s', (_what, change, expected) => {
  expect(count(change)).toBe(expected)
})

it('counts a text once at each account, however its punctuation and its link differ', () => {
  const copy = { text: '#ad... i RENDER   with https://gridloom.example/ada?sub_id=2' }
  const reordered = { text: 'I render with https://gridloom.example/ada?sub_id=2!!! #AD' }
  expect(count({}, reordered, reordered)).toBe(1)
  expect(count({}, copy)).toBe(2)
  expect(count({}, { connectedAccountId: 'two' })).toBe(2)
  expect(count({ gone: true }, reordered)).toBe(1)
})

it('names those that were lost, and no others', () => {
  const changed = { ...post, check: { outcome: 'changed' } } as const
  const others = [
    post,
    { ...changed, text: 'I render #ad' },
    { ...changed, text: 'https://x.example' },
  ]
  const gone = { ...post, gone: true }
  const links = { codes: ['ada'], origin }
  expect(lostPosts([...others, changed, gone], links)).toEqual([changed, gone])
})
