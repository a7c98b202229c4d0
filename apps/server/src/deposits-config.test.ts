import { describe, expect, it } from 'vitest'
import { readDepositsConfig } from './deposits-config.ts'
import { readWalletConfig } from './wallet-config.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const usdc = { address: address('4'), symbol: 'USDC', decimals: 6 }
const chain = {
  chainId: 56,
  factory: address('1'),
  implementation: address('2'),
  treasury: address('3'),
  confirmations: 'finalized',
  tokens: [usdc],
}

describe('DEPOSITS', () => {
  it('is optional, and has usual values', () => {
    expect(read(undefined)).toEqual({ config: { chains: [] }, problems: [] })
    const { config, problems } = read([chain])
    expect(problems).toEqual([])
    expect(config.chains).toMatchObject([
      {
        ...{ finality: 'finalized', minimumMicroUsd: 1_000_000, secondRpcUrl: null },
        stalledAfterMs: 300_000,
        tokens: [{ ...usdc, transfers: 'check' }],
        otherTokens: [address('9')],
      },
    ])
  })

  it('takes a relayer with usual limits, and how a token is signed for', () => {
    const gasless = { method: 'permit', version: '2' }
    const relayer = { keyFile: '/key', coinUsd: 2_000.5 }
    const { config, problems } = read([{ ...chain, relayer, tokens: [{ ...usdc, gasless }] }])
    expect(problems).toEqual([])
    expect(config.chains).toMatchObject([
      {
        tokens: [{ gasless: { method: 'permit', name: null, version: '2' } }],
        relayer: {
          ...{ microUsdPerCoin: 2_000_500_000, maxFeeWei: 100_000_000_000n, gasMax: 200_000n },
          ...{ feePercentMax: 2, minimumMicroUsd: 10_000_000, confirmations: 20 },
        },
      },
    ])
  })

  it('takes the coin of a chain with usual limits', () => {
    const coin = { contract: address('6'), priceFeeds: [address('7')] }
    const minimumMicroUsd = 9_000_000
    const { config, problems } = read([{ ...chain, coin, minimumMicroUsd }])
    expect(problems).toEqual([])
    expect(config.chains).toMatchObject([
      {
        coin: {
          ...{ ...coin, feedsWithinBasisPoints: 100, priceAgeMaxS: 4_500, spreadBasisPoints: 50 },
          ...{ minimumMicroUsd, maximumMicroUsd: 5_000_000_000 },
        },
      },
    ])
  })

  it.each([
    ['no price', { priceFeeds: [] }, /^DEPOSITS: 0\.coin\.priceFeeds: /],
    ['a feed twice', { priceFeeds: [address('7'), address('7')] }, /feed twice$/],
    ['a wrong contract', { contract: '0x1' }, /^DEPOSITS: 0\.coin\.contract: must be an address/],
    ['a maximum below the minimum', { maximumUsd: 1 }, /^DEPOSITS: 0\.coin\.maximumUsd: /],
  ])('refuses a coin with %s', (_, change, problem) => {
    const coin = { contract: address('6'), priceFeeds: [address('7')], ...change }
    expect(read([{ ...chain, coin }]).problems).toEqual([expect.stringMatching(problem)])
  })

  it.each([
    ['no JSON', '{', 'DEPOSITS: must be a JSON array of at most 20 items'],
    [
      'a chain that is unknown',
      [{ ...chain, chainId: 5 }],
      'DEPOSITS: chain 5 is not configured (CHAINS)',
    ],
    ['a chain twice', [chain, chain], 'DEPOSITS: has a chain twice'],
    [
      'a token twice',
      [{ ...chain, tokens: [usdc, usdc] }],
      'DEPOSITS: has a token of chain 56 twice',
    ],
    ['no confirmations', [{ ...chain, confirmations: 0 }], /^DEPOSITS: 0\.confirmations: /],
    [
      'a mistyped address',
      [{ ...chain, treasury: '0x52908400098527886E0F7030069857D2E4169Ee7' }],
      'DEPOSITS: 0.treasury: must be an address with a right checksum',
    ],
  ])('refuses %s', (_, value, problem) => {
    const { problems } = read(value)
    expect(problems).toEqual([
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    ])
  })
})

function read(value: unknown) {
  const wallet = readWalletConfig({
    TOKENS: JSON.stringify([{ chainId: 56, address: address('9') }]),
  })
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return readDepositsConfig({ DEPOSITS: value === undefined ? undefined : text }, wallet.config)
}
