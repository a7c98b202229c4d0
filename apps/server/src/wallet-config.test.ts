import { describe, expect, it } from 'vitest'
import { readWalletConfig } from './wallet-config.ts'

const local = {
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrl: 'http://127.0.0.1:8545',
}
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

it('has the chains of the specification with all their fields, and no token', () => {
  const { config, problems } = readWalletConfig({})
  expect(problems).toEqual([])
  expect(config.tokens).toEqual([])
  expect(config.chains.map(({ id, name }) => [id, name])).toEqual([
    [1, 'Ethereum'],
    [11_155_111, 'Sepolia'],
    [56, 'BNB Smart Chain'],
  ])
  for (const chain of config.chains)
    expect(chain).toMatchObject({
      native_currency: { name: expect.any(String), symbol: expect.any(String), decimals: 18 },
      rpc_url: expect.stringMatching(/^https:/),
      readFrom: chain.rpc_url,
      block_explorer: { name: expect.any(String), url: expect.stringMatching(/^https:/) },
      multicall_contract: '0xca11bde05977b3631167028862be2a173976ca11',
    })
})

it('reads further chains, replaces known ones, and keeps the endpoints of the server apart', () => {
  const { config, problems } = readWalletConfig({
    CHAINS: JSON.stringify([local, { ...local, id: 56, name: 'Own BNB' }]),
    RPC_URL_31337: 'https://rpc.example/key',
    RPC_URL_1: 'https://mainnet.example/key',
  })
  expect(problems).toEqual([])
  expect(config.chains.map(({ id }) => id)).toEqual([1, 11_155_111, 56, 31_337])
  expect(config.chains[0]).toMatchObject({ readFrom: 'https://mainnet.example/key' })
  expect(config.chains[0]?.rpc_url).not.toContain('key')
  expect(config.chains[2]).toMatchObject({ name: 'Own BNB', block_explorer: null })
  expect(config.chains[3]).toMatchObject({
    rpc_url: 'http://127.0.0.1:8545',
    readFrom: 'https://rpc.example/key',
    multicall_contract: null,
  })
})

it('reads tokens with the operator’s words', () => {
  const { config, problems } = readWalletConfig({
    TOKENS: JSON.stringify([{ chainId: 56, address: token, earn: 'By hosting' }]),
  })
  expect(problems).toEqual([])
  const address = token.toLowerCase()
  expect(config.tokens).toEqual([
    { chainId: 56, address, priceFeed: null, earn: 'By hosting', spend: null },
  ])
})

describe('the relay of the exchange wallet', () => {
  it.each([
    [{}, 'wss://nbstream.binance.com/wallet-connector'],
    [{ EXCHANGE_WALLET_RELAY: 'off' }, undefined],
    [{ EXCHANGE_WALLET_RELAY: 'ws://127.0.0.1:9000/relay' }, 'ws://127.0.0.1:9000/relay'],
  ])('is read from %j', (set, expected) => {
    expect(readWalletConfig(set).config.exchangeRelay).toBe(expected)
  })
})

describe('WalletConnect', () => {
  const id = 'c4f79cc821944d9680842e34466bfbd1'

  it.each([
    [{}, undefined],
    [{ WALLETCONNECT_RELAY: 'ws://127.0.0.1:9000' }, undefined],
    [{ WALLETCONNECT_PROJECT_ID: id }, { project_id: id, relay: 'wss://relay.walletconnect.org' }],
    [
      { WALLETCONNECT_PROJECT_ID: id, WALLETCONNECT_RELAY: 'ws://127.0.0.1:9000' },
      { project_id: id, relay: 'ws://127.0.0.1:9000' },
    ],
  ])('is read from %j', (set, expected) => {
    expect(readWalletConfig(set).config.walletConnect).toEqual(expected)
  })
})

describe('a wrong value', () => {
  it.each([
    [
      { WALLETCONNECT_PROJECT_ID: 'mine' },
      'WALLETCONNECT_PROJECT_ID: must be 32 hexadecimal digits',
    ],
    [
      {
        WALLETCONNECT_PROJECT_ID: 'c4f79cc821944d9680842e34466bfbd1',
        WALLETCONNECT_RELAY: 'https://x.example',
      },
      'WALLETCONNECT_RELAY: must be a wss:// or ws:// address without a query',
    ],
    [{ CHAINS: '{' }, 'CHAINS: must be a JSON array of at most 20 items'],
    [{ CHAINS: '{}' }, 'CHAINS: must be a JSON array of at most 20 items'],
    [
      { CHAINS: JSON.stringify([{ ...local, rpcUrl: 'ftp://x' }]) },
      'CHAINS: 0.rpcUrl: must be an http or https address',
    ],
    [{ CHAINS: JSON.stringify([local, local]) }, 'CHAINS: has an id twice'],
    [{ RPC_URL_5: 'https://x.example' }, 'RPC_URL_5: chain 5 is not configured (CHAINS)'],
    [{ RPC_URL_1: 'wss://x.example' }, 'RPC_URL_1: must be an http or https address'],
    [
      { TOKENS: JSON.stringify([{ chainId: 5, address: token }]) },
      'TOKENS: chain 5 is not configured (CHAINS)',
    ],
    [
      { TOKENS: JSON.stringify([{ chainId: 1, address: token.replace('5F', '5f') }]) },
      'TOKENS: 0.address: must be an address with a right checksum',
    ],
    [
      {
        TOKENS: JSON.stringify([
          { chainId: 1, address: token },
          { chainId: 1, address: token.toLowerCase() },
        ]),
      },
      'TOKENS: has a token twice',
    ],
    [
      { EXCHANGE_WALLET_RELAY: 'https://x.example' },
      'EXCHANGE_WALLET_RELAY: must be a wss:// or ws:// address without a query, or off',
    ],
  ])('of %j is reported with its variable', (set, problem) => {
    expect(readWalletConfig(set).problems).toEqual([problem])
  })
})
