import { DepositState } from '@gridloom/contract/deposits/deposit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideDeposit, type FinalTransfer, microUsdOf } from './decide-deposit.ts'
import { depositAddress, depositSalt } from './deposit-address.ts'
import { canMove, depositMoves } from './deposit-states.ts'
import { confirmationsOf, finalHeight } from './final-height.ts'

it('predicts the address of EIP-1014 and EIP-1167', () => {
  const forwarders = {
    factory: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
    implementation: '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512',
  }
  // As viem's getCreate2Address computes it.
  expect(depositSalt('acc_1')).toBe(
    '0xa76b81c4abef2529125b82193d93143f8eb39c1817aee8ac054d724726e5b673',
  )
  expect(depositAddress(forwarders, 'acc_1')).toBe('0x0f549aefa09ac52b0d9b33aba1e9692f7c869c6e')
  expect(depositAddress(forwarders, 'acc_1')).not.toBe(depositAddress(forwarders, 'acc_2'))
})

describe('an amount', () => {
  it('is never rounded up, and what is lost is less than a micro-dollar', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 256n - 1n),
        fc.integer({ min: 0, max: 36 }),
        (amount, decimals) => {
          const unit = 10n ** BigInt(decimals)
          const rest = amount * 1_000_000n - microUsdOf(amount, decimals) * unit
          expect(rest >= 0n && rest < unit).toBe(true)
        },
      ),
    )
  })
})

describe('a final transfer', () => {
  const usual: FinalTransfer = {
    amount: 25_000_000n,
    token: { decimals: 6, minimumMicroUsd: 1_000_000 },
    arrived: 'whole',
    isAccountClosed: false,
  }

  it('of a stablecoin is credited one to one', () => {
    expect(decideDeposit(usual)).toEqual({ microUsd: 25_000_000 })
    expect(decideDeposit({ ...usual, amount: 1_000_000n })).toEqual({ microUsd: 1_000_000 })
  })

  it.each([
    ['wrong_token', { token: null }],
    ['account_closed', { isAccountClosed: true }],
    ['less_arrived', { arrived: 'less' }],
    ['unverified', { arrived: 'unknown' }],
    ['below_minimum', { amount: 999_999n }],
    ['dust', { amount: 999n, token: { decimals: 18, minimumMicroUsd: 1 } }],
    ['too_large', { amount: 2n ** 255n }],
  ] as const)('is not: %s', (rejection, change) => {
    expect(decideDeposit({ ...usual, ...change })).toEqual({ rejection })
  })
})

it('counts a block as its own first confirmation', () => {
  expect(confirmationsOf(100, 100)).toBe(1)
  expect(confirmationsOf(100, 99)).toBe(0)
  expect(finalHeight(1, { head: 100, finalized: null })).toBe(100)
  expect(finalHeight(12, { head: 100, finalized: null })).toBe(89)
  expect(finalHeight('finalized', { head: 100, finalized: 36 })).toBe(36)
  expect(finalHeight('finalized', { head: 100, finalized: null })).toBe(-1)
})

it('reaches every state from seen, and credits nothing that was not in a block', () => {
  const reached = new Set<DepositState>(['seen'])
  for (const state of reached) for (const next of depositMoves[state]) reached.add(next)
  expect([...reached].sort()).toEqual([...DepositState.options].sort())
  expect(canMove('orphaned', 'credited')).toBe(false)
  expect(canMove('credited', 'rejected')).toBe(false)
})
