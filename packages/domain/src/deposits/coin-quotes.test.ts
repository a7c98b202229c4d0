import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coinPaymentsCode, coinPaymentsDeployment } from './coin-payments-code.ts'
import {
  agreedPrice,
  coinPaymentData,
  coinQuoteCode,
  coinsFor,
  lessSpread,
  reachedQuoteLimit,
  worthOf,
} from './coin-quotes.ts'
import { decideCoinPayment, type FinalCoinPayment } from './decide-coin-payment.ts'

const microUsd = fc.integer({ min: 1, max: 1_000_000_000_000 })
const price = fc.integer({ min: 1, max: 1_000_000_000_000 })

describe('a quote', () => {
  it('is credited with exactly its dollars for exactly its coins', () => {
    fc.assert(
      fc.property(microUsd, price, (asked, at) => {
        expect(worthOf(coinsFor(asked, at), at)).toBe(BigInt(asked))
      }),
    )
  })

  it('asks for the least coins that are worth it', () => {
    fc.assert(
      fc.property(microUsd, price, (asked, at) => {
        expect(worthOf(coinsFor(asked, at) - 1n, at) < BigInt(asked)).toBe(true)
      }),
    )
  })

  it('is never above the market', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 1_000 }), (market, spread) => {
        expect(lessSpread(market, spread)).toBeLessThanOrEqual(market)
      }),
    )
    expect(lessSpread(2_000_000_000, 50)).toBe(1_990_000_000)
  })

  it('carries its time in its number, as the contract reads it', () => {
    const code = coinQuoteCode('ab'.repeat(32), 1_795_000_000)
    expect(code).toBe(`0x${'ab'.repeat(24)}000000006afd86c0`)
    expect(coinPaymentData(code)).toBe(`0x8609cad1${code.slice(2)}`)
  })

  it('has bounds for one account', () => {
    expect(reachedQuoteLimit({ open: 2, lastHour: 29 })).toBeUndefined()
    expect(reachedQuoteLimit({ open: 3, lastHour: 3 })).toBe('3 that have not expired')
    expect(reachedQuoteLimit({ open: 0, lastHour: 30 })).toBe('30 an hour')
  })
})

it('takes the lowest of prices that agree, and none where they differ', () => {
  expect(agreedPrice([], 100)).toBeUndefined()
  expect(agreedPrice([2_000], 100)).toBe(2_000)
  expect(agreedPrice([2_020, 2_000], 100)).toBe(2_000)
  expect(agreedPrice([2_021, 2_000], 100)).toBeUndefined()
})

describe('a final payment', () => {
  const usual: FinalCoinPayment = {
    chainId: 1,
    payer: `0x${'a'.repeat(40)}`,
    amount: 10n ** 16n,
    quote: {
      chainId: 1,
      payer: `0x${'a'.repeat(40)}`,
      amount: 10n ** 16n,
      priceMicroUsd: 2_000_000_000,
    },
    isUsed: false,
    minimumMicroUsd: 1_000_000,
    isAccountClosed: false,
  }

  it('is credited with what arrived, at the price of its quote', () => {
    expect(decideCoinPayment(usual)).toEqual({ microUsd: 20_000_000 })
    expect(decideCoinPayment({ ...usual, amount: 5n * 10n ** 15n })).toEqual({
      microUsd: 10_000_000,
    })
    expect(decideCoinPayment({ ...usual, amount: 11n * 10n ** 15n })).toEqual({
      microUsd: 22_000_000,
    })
  })

  it('is never credited with more than its coins are worth', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 24n), microUsd, price, (amount, asked, at) => {
        const quote = { chainId: 1, payer: usual.payer, priceMicroUsd: at }
        const decision = decideCoinPayment({
          ...{ ...usual, amount },
          quote: { ...quote, amount: coinsFor(asked, at) },
        })
        if ('microUsd' in decision)
          expect(BigInt(decision.microUsd) * 10n ** 18n <= amount * BigInt(at)).toBe(true)
      }),
    )
  })

  it.each([
    ['unknown_quote', { quote: undefined }],
    ['other_chain', { chainId: 2 }],
    ['other_payer', { payer: `0x${'b'.repeat(40)}` }],
    ['account_closed', { isAccountClosed: true }],
    ['quote_used', { isUsed: true }],
    ['amount_differs', { amount: 11n * 10n ** 15n + 1n }],
    ['below_minimum', { amount: 10n ** 14n }],
    ['dust', { amount: 1n }],
  ] as const)('is not: %s', (rejection, change) => {
    expect(decideCoinPayment({ ...usual, ...change })).toEqual({ rejection })
  })
})

it('knows the code of its contract for each treasury', () => {
  const treasury = `0x${'3c44cddd'.repeat(5)}`
  const code = coinPaymentsCode(treasury)
  expect(code.split(treasury.slice(2))).toHaveLength(3)
  expect(coinPaymentsDeployment(treasury).endsWith(treasury.slice(2))).toBe(true)
})
