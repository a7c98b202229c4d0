import { expect, it } from 'vitest'
import { cleanLinks, cleanName, cleanText } from './clean-text.ts'
import { hrefsIn, textOfHtml } from './html-text.ts'
import { linksInText } from './links-in-text.ts'
import { retryAtOf } from './retry-at.ts'

it.each([
  ['See https://a.example/b.', ['https://a.example/b']],
  ['(https://a.example/b_(c))!', ['https://a.example/b_(c)']],
  ['[https://a.example], "http://b.example/"', ['https://a.example', 'http://b.example/']],
  ['xhttps://a.example ftp://a.example https:// javascript:alert(1)', []],
  ['https://a.example/?q=1&r=2…', ['https://a.example/?q=1&r=2']],
])('finds the links of %s', (text, links) => {
  const found = linksInText(text)
  expect(found.map(({ url }) => url)).toEqual(links)
  for (const { url, start, end } of found) expect(text.slice(start, end)).toBe(url)
})

it('reads the text of markup, and runs none of it', () => {
  const html =
    '<b>1 &lt; 2</b><br/>&#39;a&#x27; &unknown; <a class="x" href="https://a.example/?b=1&amp;c=2">l</a>'
  expect(textOfHtml(html)).toBe("1 < 2\n'a' &unknown; l")
  expect(hrefsIn(html)).toEqual(['https://a.example/?b=1&c=2'])
})

it('takes time in proportion to a hostile page', () => {
  const started = process.cpuUsage().user
  textOfHtml('<'.repeat(200_000))
  hrefsIn('<a '.repeat(100_000))
  linksInText('https://'.repeat(20_000))
  linksInText(`https://a${')'.repeat(200_000)}`)
  const microseconds = process.cpuUsage().user - started
  expect(microseconds).toBeLessThan(1_000_000)
})

it('keeps lines of text, and drops what hides or turns it', () => {
  expect(cleanText('a\u202eb\r\nc\u0000')).toBe('ab\nc')
  expect(cleanName('\u200b\u202e', 'ada')).toBe('ada')
  expect(cleanLinks(['javascript:alert(1)', 'https://a.example', 'https://a.example/'])).toEqual([
    'https://a.example/',
  ])
})

it.each([
  [{ 'retry-after': '0' }, '2026-01-01T00:00:01.000Z'],
  [{ 'retry-after': '1.5' }, '2026-01-01T00:00:01.500Z'],
  [{ 'retry-after': '99999999' }, '2026-01-02T00:00:00.000Z'],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, '2026-01-01T00:01:00.000Z'],
  [{ 'retry-after': 'soon' }, '2026-01-01T00:15:00.000Z'],
  [{ 'x-ratelimit-reset': '30' }, '2026-01-01T00:00:30.000Z'],
])('waits by %j', (headers, at) => {
  expect(retryAtOf(headers, new Date('2026-01-01T00:00:00Z'))).toEqual(new Date(at))
})
