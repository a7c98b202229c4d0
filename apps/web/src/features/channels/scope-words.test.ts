import { expect, it } from 'vitest'
import { scopeWords } from './scope-words.ts'

it('says in words what a channel allows, each once', () => {
  expect(scopeWords(['atproto', 'repo:app.bsky.feed.post?action=create', 'blob:image/*'])).toBe(
    'May publish posts, upload pictures',
  )
  expect(scopeWords(['user.info.basic', 'user.info.profile'])).toBe('May read your profile')
  expect(scopeWords(['read:search', 'toString'])).toBe('May read:search, toString')
  expect(scopeWords(['openid'])).toBeNull()
  expect(scopeWords([])).toBeNull()
})
