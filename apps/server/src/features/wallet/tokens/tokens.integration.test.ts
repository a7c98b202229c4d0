import { chainAccounts, type LocalChain, startChain } from '@gridloom/testkit/chain/start-chain'
import { describe, expect, it } from 'vitest'
import { startReceiver } from '../../../../test/receiver.ts'
import { startWalletSite } from '../../../../test/wallet-site.ts'

const [, poor] = chainAccounts
const supply = 10n ** 24n

describe('tokens', () => {
  it('are none where none is configured', async () => {
    await using site = await startWalletSite()
    expect(await site.server.client().wallet.tokens()).toEqual([])
    const query = { address: poor.address }
    expect(await site.server.client().wallet.balances({ query })).toEqual([])
  })

  it.each(['with', 'without'])('are read %s a multicall contract', async (way) => {
    await using chain = await startChain(31_337)
    const { token, variables } = await withToken(chain)
    const multicall = way === 'with' ? await chain.deployMulticall() : undefined
    await using site = await startWalletSite(variables(multicall))
    await chain.sendToken(token, poor.address, 250n)
    const { wallet } = site.server.client()
    expect(await wallet.tokens()).toEqual([
      {
        chain_id: 31_337,
        address: token.toLowerCase(),
        earn: 'Host machines',
        spend: null,
        facts: {
          name: 'Grid',
          symbol: 'GRD',
          decimals: 18,
          supply: String(supply),
          price: null,
          read_at: site.clock.now().toISOString(),
        },
        problem: null,
      },
      expect.objectContaining({
        address: poor.address.toLowerCase(),
        facts: null,
        problem: 'not_a_token',
      }),
    ])
    const balances = await wallet.balances({ query: { address: poor.address } })
    expect(balances.map(({ balance }) => balance)).toEqual(['250', null])
  })

  it('reads a chain once for all callers in a minute, in one call', async () => {
    await using chain = await startChain(31_337)
    const { variables } = await withToken(chain)
    const multicall = await chain.deployMulticall()
    let calls = 0
    await using counter = await startReceiver(async (response, request) => {
      calls += 1
      const answer = await fetch(chain.url, { method: 'POST', body: request.body, headers: json })
      response.writeHead(200, json).end(await answer.text())
    })
    const url = { RPC_URL_31337: counter.url }
    await using site = await startWalletSite({ ...variables(multicall), ...url })
    const { wallet } = site.server.client()
    await Promise.all(Array.from({ length: 20 }, () => wallet.tokens()))
    // The chain's number, and one multicall.
    expect(calls).toBe(2)
    await site.clock.advance(61_000)
    await wallet.tokens()
    expect(calls).toBe(3)
    await wallet.balances({ query: { address: poor.address } })
    expect(calls).toBe(4)
  })

  it.each([
    ['current', { answer: 123_456_789n, ageS: 60 }, 1_234_567],
    ['more than a day old', { answer: 123_456_789n, ageS: 90_000 }, null],
    ['of the future', { answer: 123_456_789n, ageS: -3_600 }, null],
    ['zero', { answer: 0n, ageS: 60 }, null],
    ['negative', { answer: -1n, ageS: 60 }, null],
    ['absurd', { answer: 10n ** 30n, ageS: 60 }, null],
  ])('have the price of their feed where it is %s', async (_what, { answer, ageS }, microUsd) => {
    await using chain = await startChain(31_337)
    const { token, variables } = await withToken(chain)
    const priced = { chainId: 31_337, address: token, priceFeed: `0x${'f'.repeat(40)}` }
    await using site = await startWalletSite({
      ...variables(),
      TOKENS: JSON.stringify([priced]),
    })
    const updatedAt = BigInt(Math.floor(site.clock.now().getTime() / 1000) - ageS)
    await chain.rpc('anvil_setCode', [priced.priceFeed, feedStating(answer, updatedAt)])
    const [read] = await site.server.client().wallet.tokens()
    const at = new Date(Number(updatedAt) * 1000).toISOString()
    expect(read?.facts?.price).toEqual(microUsd === null ? null : { micro_usd: microUsd, at })
  })

  it('have no price where no feed is at its address', async () => {
    await using chain = await startChain(31_337)
    const { token, variables } = await withToken(chain)
    const TOKENS = JSON.stringify([{ chainId: 31_337, address: token, priceFeed: token }])
    await using site = await startWalletSite({ ...variables(), TOKENS })
    const [read] = await site.server.client().wallet.tokens()
    expect(read?.facts).toMatchObject({ symbol: 'GRD', price: null })
  })

  it('keep what was read last, with its time, while the chain is down', async () => {
    await using site = await startDownSite()
    const { wallet } = site.server.client()
    expect(await wallet.tokens()).toMatchObject([{ facts: null, problem: 'chain_down' }, {}])
    const chain = await site.comeUp()
    await site.clock.advance(11_000)
    const read = await wallet.tokens()
    expect(read).toMatchObject([{ facts: { symbol: 'GRD' }, problem: null }, {}])
    await chain[Symbol.asyncDispose]()
    await site.clock.advance(61_000)
    expect(await wallet.tokens()).toMatchObject([
      { facts: read[0]?.facts, problem: 'chain_down' },
      {},
    ])
    const balances = await wallet.balances({ query: { address: poor.address } })
    expect(balances.map(({ balance }) => balance)).toEqual([null, null])
  })

  it.each([
    ['another chain', JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' })],
    ['no JSON', '<html>'],
    ['endless text', 'x'.repeat(300_000)],
    ['no result', '{}'],
  ])('are down with an endpoint that answers with %s', async (_what, text) => {
    await using liar = await startReceiver((response) => response.writeHead(200, json).end(text))
    const token = { chainId: 56, address: poor.address.toLowerCase() }
    const variables = { TOKENS: JSON.stringify([token]), RPC_URL_56: liar.url }
    await using site = await startWalletSite(variables)
    expect(await site.server.client().wallet.tokens()).toMatchObject([{ problem: 'chain_down' }])
  })

  it('refuse an address with a wrong checksum', async () => {
    await using site = await startWalletSite()
    const query = { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed' }
    await expect(site.server.client().wallet.balances({ query })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { address: 'The checksum is wrong' },
    })
  })
})

const json = { 'content-type': 'application/json' }

async function withToken(chain: LocalChain) {
  const token = await chain.deployToken({ name: 'Grid', symbol: 'GRD', decimals: 18, supply })
  return { token, variables: (multicall?: string) => variablesFor(chain, { token, multicall }) }
}

/**
 * The code of a contract that answers every call with five words: the first as its decimals (8), and all of them as the
 * last round.
 */
function feedStating(answer: bigint, updatedAt: bigint): string {
  const words = [8n, answer, updatedAt, updatedAt, 8n].map((word) =>
    BigInt.asUintN(256, word).toString(16).padStart(64, '0'),
  )
  const stores = words.map((word, i) => `7f${word}60${(i * 32).toString(16).padStart(2, '0')}52`)
  return `0x${stores.join('')}60a06000f3`
}

/** The chain, its token, and an address that is none. */
function variablesFor(
  { id, url }: { id: number; url: string },
  { token, multicall }: { token: string; multicall?: string | undefined },
) {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const local = { id, name: 'Local', nativeCurrency, rpcUrl: url, multicallContract: multicall }
  const tokens = [
    { chainId: id, address: token.toLowerCase(), earn: 'Host machines' },
    { chainId: id, address: poor.address.toLowerCase() },
  ]
  return { CHAINS: JSON.stringify([local]), TOKENS: JSON.stringify(tokens) }
}

/** A site whose chain is started later. */
async function startDownSite() {
  const chain = await startChain(31_337)
  const { token } = await withToken(chain)
  const port = Number(new URL(chain.url).port)
  await chain[Symbol.asyncDispose]()
  const site = await startWalletSite(variablesFor(chain, { token }))
  return Object.assign(site, {
    async comeUp() {
      const again = await startChain(31_337, port)
      // The first transaction of the same account: the same address.
      if ((await withToken(again)).token !== token) throw new Error('the token is elsewhere')
      return again
    },
  })
}
