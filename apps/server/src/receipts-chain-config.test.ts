import { describe, expect, it } from 'vitest'
import { readReceiptsChainConfig } from './receipts-chain-config.ts'

describe('RECEIPTS_CHAIN', () => {
  it('names the chain and the key, with usual limits', () => {
    const text = JSON.stringify({ chainId: 1, keyFile: '/etc/gridloom/receipts.key' })
    expect(readReceiptsChainConfig(text, [1])).toEqual({
      config: {
        ...{ chainId: 1, keyFile: '/etc/gridloom/receipts.key', confirmations: 12 },
        maxFeeWei: 100_000_000_000n,
      },
      problems: [],
    })
    expect(readReceiptsChainConfig(undefined, [1])).toEqual({ config: null, problems: [] })
  })

  it.each([
    ['no JSON', '{', /^RECEIPTS_CHAIN: /],
    ['a chain that is not configured', '{"chainId":5,"keyFile":"k"}', /chain 5 is not configured/],
    ['no key', '{"chainId":1}', /^RECEIPTS_CHAIN: keyFile: /],
    ['another word', '{"chainId":1,"keyFile":"k","gas":1}', /^RECEIPTS_CHAIN: /],
  ])('is refused with %s', (_what, text, problem) => {
    expect(readReceiptsChainConfig(text, [1]).problems).toEqual([expect.stringMatching(problem)])
  })
})
