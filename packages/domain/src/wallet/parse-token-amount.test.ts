import { expect, it } from 'vitest'
import { parseTokenAmount } from './parse-token-amount.ts'

it('reads what a user writes as units of the token, and nothing else', () => {
  expect(parseTokenAmount('25', 6)).toBe(25_000_000n)
  expect(parseTokenAmount(' 0.000001 ', 6)).toBe(1n)
  expect(parseTokenAmount('1.5', 18)).toBe(1_500_000_000_000_000_000n)
  for (const text of ['', '0', '-1', '1e3', '1,5', '0.0000001', '.5', '5.', '0x10'])
    expect(parseTokenAmount(text, 6)).toBeUndefined()
})
