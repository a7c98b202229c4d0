import { describe, expect, it } from 'vitest'
import { isRejection, WalletError, walletErrorFor, walletErrorText } from './wallet-errors.ts'

describe('the catalogue', () => {
  it.each([
    [100001, '[binance-w3w] User closed modal'],
    [100002, '[binance-w3w] User rejected connection'],
    [100003, '[binance-w3w] Provider is not ready'],
    [100004, '[binance-w3w] Already processing session request. Please wait'],
    [100005, '[binance-w3w] Already connected'],
    [200001, '[binance-w3w] User rejected the operation'],
    [200002, '[binance-w3w] Does not support calling method'],
    [200003, '[binance-w3w] Missing JSON RPC response'],
    [200004, '[binance-w3w] Invalid request param'],
    [300001, '[binance-w3w] Internal error'],
  ] as const)('has %i: %s', (code, text) => {
    expect(walletErrorText(code)).toBe(text)
    expect(new WalletError(code)).toMatchObject({ code, message: text })
    expect(String(new WalletError(code))).toBe(`${text} (${code})`)
  })

  it('appends the cause of an internal error', () => {
    expect(new WalletError(300001, 'no relay').message).toBe(
      '[binance-w3w] Internal error: no relay',
    )
  })
})

it.each([
  [-32050, 200001],
  [-32000, 200001],
  [1000, 200001],
  [-32603, 300001],
  [-32600, 200004],
  [-32602, 200004],
  [4902, undefined],
])('maps the wallet’s own %i to %s', (theirs, ours) => {
  expect(walletErrorFor(theirs)).toBe(ours)
})

describe('a rejection', () => {
  it.each([4001, 100002, 200001])('is the code %i, also behind causes', (code) => {
    expect(isRejection({ code })).toBe(true)
    expect(isRejection(new Error('outer', { cause: new Error('mid', { cause: { code } }) }))).toBe(
      true,
    )
  })

  it.each([{ code: 100001 }, { code: 4902 }, new Error('other'), undefined, 'User rejected'])(
    'is nothing else: %s',
    (error) => {
      expect(isRejection(error)).toBe(false)
    },
  )

  it('is looked for in a bounded depth', () => {
    const circle: { cause?: unknown } = {}
    circle.cause = circle
    expect(isRejection(circle)).toBe(false)
  })
})
