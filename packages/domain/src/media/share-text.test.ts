import { ChannelId } from '@gridloom/contract/channels/channel'
import { shareLimits } from '@gridloom/contract/media/share-limits'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shareLength, shareText } from './share-text.ts'

const link = 'https://gridloom.example/ada-lovelace'
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 700 }),
  fc
    .array(fc.constantFrom('GPU', 'https://a.example/x', '👩‍👩‍👧', '漢字', 'é', '\n'), {
      maxLength: 300,
    })
    .map((words) => words.join(' ')),
)

it('fits every platform, and ends with the whole link', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom(...ChannelId.options), (text, platform) => {
      const post = shareText({ text, link }, platform)
      expect(shareLength(post, platform)).toBeLessThanOrEqual(shareLimits[platform].lengthMax)
      expect(post === link || post.endsWith(`\n${link}`)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

it('keeps a text that fits, and cuts only at its end', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom(...ChannelId.options), (text, platform) => {
      const post = shareText({ text, link }, platform)
      const head = post === link ? '' : post.slice(0, -link.length - 1)
      const isWhole = head === text.trim()
      if (isWhole) return
      expect(head === '' || head.endsWith('…')).toBe(true)
      expect(text.trim().startsWith(head.replace(/…$/, ''))).toBe(true)
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['x', 'a'.repeat(256), 256 + 1 + 23],
  ['x', '漢'.repeat(128), 256 + 1 + 23],
  ['x', '👩‍👩‍👧'.repeat(128), 256 + 1 + 23],
  ['mastodon', 'a'.repeat(476), 500],
  ['bluesky', '👩‍👩‍👧'.repeat(200), 200 + 1 + link.length],
] as const)('counts as %s does', (platform, text, length) => {
  const post = shareText({ text, link }, platform)
  expect(post).toBe(`${text}\n${link}`)
  expect(shareLength(post, platform)).toBe(length)
})

it('cuts at a word, or within one that is too long alone', () => {
  const words = `${'word '.repeat(60)}`
  expect(shareText({ text: words, link }, 'x')).toMatch(/^(?:word )+word…\nhttps/)
  expect(shareText({ text: '漢'.repeat(200), link }, 'x')).toMatch(/^漢{127}…\nhttps/)
  const address = `https://a.example/${'x'.repeat(400)}`
  expect(shareText({ text: address, link }, 'bluesky')).toBe(link)
})
