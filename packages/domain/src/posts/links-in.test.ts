import { expect, it } from 'vitest'
import { linksIn } from './links-in.ts'

it.each([
  ['See https://a.example/b.', ['https://a.example/b']],
  ['(https://a.example/b_(c))!', ['https://a.example/b_(c)']],
  ['{https://a.example/b}.)', ['https://a.example/b']],
  ['[https://a.example], "http://b.example/"', ['https://a.example', 'http://b.example/']],
  ['xhttps://a.example ftp://a.example https:// javascript:alert(1)', []],
  ['https://a.example/?q=1&r=2…', ['https://a.example/?q=1&r=2']],
])('finds the links of %s', (text, links) => {
  const found = linksIn(text)
  expect(found.map(({ url }) => url)).toEqual(links)
  for (const { url, start, end } of found) expect(text.slice(start, end)).toBe(url)
})

it('takes time in proportion to a hostile text', () => {
  const started = process.cpuUsage().user
  linksIn('https://'.repeat(20_000))
  linksIn(`https://a${')'.repeat(200_000)}`)
  linksIn(`https://a/${'!)'.repeat(100_000)}`)
  linksIn(`https://a/${'.'.repeat(100_000)}x`)
  expect(process.cpuUsage().user - started).toBeLessThan(1_000_000)
})
