import { expect, it } from 'vitest'
import { isPostBy } from './is-post-by.ts'

it.each([
  ['https://blog.example/', 'https://blog.example/2026/post', true],
  ['https://host.example/ada', 'https://host.example/ada', true],
  ['https://host.example/ada', 'https://host.example/ada/post', true],
  ['https://host.example/ada', 'https://host.example/adam/post', false],
  ['https://host.example/ada', 'https://host.example/ada/../eve/post', false],
  ['https://blog.example/', 'https://blog.example.evil.example/post', false],
  ['https://blog.example/', 'http://blog.example/post', false],
])('a page of %s: %s is %s', (externalId, url, isTheirs) => {
  expect(isPostBy({ channel: 'website', externalId }, { authorId: null, url })).toBe(isTheirs)
})

it('goes by the author that other channels name', () => {
  const account = { channel: 'mastodon', externalId: 'https://a.example/users/ada' } as const
  const url = 'https://a.example/@ada/1'
  expect(isPostBy(account, { authorId: 'https://a.example/users/ada', url })).toBe(true)
  expect(isPostBy(account, { authorId: 'https://a.example/users/eve', url })).toBe(false)
  expect(isPostBy(account, { authorId: null, url })).toBe(false)
})
