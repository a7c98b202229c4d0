import { expect, it } from 'vitest'
import { cleanLinks, cleanName, cleanText } from './clean-text.ts'
import { readElement } from './html-page.ts'

it('reads the text of an element on its lines, and runs none of its markup', () => {
  const html = `<p class="a">no</p><div class="x b">
<b>1 &lt; 2</b><br/>&#39;a&#x27; &unknown; <script>alert(1)</script><style>b</style>
<a class="x" href="/?b=1&amp;c=2">l</a><a href="javascript:alert(1)">m</a><div>in</div></div><p>no</p>`
  const base = new URL('https://a.example')
  expect(readElement(html, base, (_name, classes) => classes.includes('b'))).toEqual({
    text: "1 < 2\n'a' &unknown; \nlmin",
    links: ['https://a.example/?b=1&c=2'],
  })
  expect(readElement(html, base, (name) => name === 'h1')).toBeUndefined()
})

it('takes time in proportion to a hostile page', () => {
  const base = new URL('https://a.example')
  const started = process.cpuUsage().user
  for (const html of [
    '<'.repeat(200_000),
    '<p><a '.repeat(100_000),
    '<p>'.repeat(100_000),
    `<p>${'<div class="a"'.repeat(20_000)}`,
    `<p>${'<a href=x>'.repeat(100_000)}`,
  ])
    readElement(html, base, (name) => name === 'p')
  expect(process.cpuUsage().user - started).toBeLessThan(2_000_000)
})

it('keeps lines of text, and drops what hides or turns it', () => {
  expect(cleanText('a\u202eb\r\nc\u0000')).toBe('ab\nc')
  expect(cleanName('\u200b\u202e', 'ada')).toBe('ada')
  expect(cleanLinks(['javascript:alert(1)', 'https://a.example', 'https://a.example/'])).toEqual([
    'https://a.example/',
  ])
})
