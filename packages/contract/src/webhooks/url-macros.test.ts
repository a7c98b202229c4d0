import { describe, expect, it } from 'vitest'
import { areMacrosAllowed, fillMacros } from './url-macros.ts'

describe('macros of a URL', () => {
  it.each([
    ['https://example.com/?cid={click_id}&s={sub_id}', true],
    ['https://example.com/', true],
    ['https://{sub_id}.example.com/?a=1', false],
    ['https://example.com/{sub_id}?a=1', false],
    ['https://example.com/?a={email}', false],
    ['https://example.com/?a={click_id', false],
    ['https://example.com/?a={{click_id}}', false],
    ['https://example.com/?a={constructor}', false],
  ])('%s: %s', (url, allowed) => {
    expect(areMacrosAllowed(url)).toBe(allowed)
  })

  it('are written so that no value adds a parameter or leaves the query', () => {
    const values = { sub_id: 'a&b=c#d/../ é\ud800', commission_micro_usd: -5 }
    const url = new URL(
      fillMacros('https://example.com/?s={sub_id}&m={commission_micro_usd}&c={click_id}', values),
    )
    expect([...url.searchParams]).toEqual([
      ['s', 'a&b=c#d/../ é\ufffd'],
      ['m', '-5'],
      ['c', ''],
    ])
    expect(url.hash).toBe('')
  })
})
