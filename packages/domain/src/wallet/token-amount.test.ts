import { expect, it } from 'vitest'
import { formatTokenAmount } from './token-amount.ts'

it.each([
  ['0', 18, '0'],
  ['1', 18, '<0.000001'],
  ['1000000000000', 18, '0.000001'],
  ['1500000000000000000', 18, '1.5'],
  ['1234567890123456789012345', 18, '1,234,567.890123'],
  ['25000000', 6, '25'],
  ['1234567', 0, '1,234,567'],
  ['5', 0, '5'],
])('writes %s with %i decimals as %s', (amount, decimals, expected) => {
  expect(formatTokenAmount(amount, decimals)).toBe(expected)
})
