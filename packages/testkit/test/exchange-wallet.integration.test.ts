import { systemClock } from '@gridloom/async/clock'
import { createTestClock } from '@gridloom/async/test-clock'
import { type WalletErrorCode, walletErrorText } from '@gridloom/domain/wallet/wallet-errors'
import type { CodeProvider } from '@gridloom/web/browser/wallet/code-provider'
import { createExchangeProvider } from '@gridloom/web/browser/wallet/exchange/exchange-provider'
import { describe, expect, it } from 'vitest'
import {
  type ExchangeStandIn,
  startExchange,
  type WalletAnswer,
} from '../src/chain/exchange-stand-in.ts'

const [ada, bob] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]

describe('connecting', () => {
  it('asks for a chain, and has the accounts and the chain that the wallet chose', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const { connecting, wallet } = await scanned(exchange, provider, approving())
    expect(await wallet.asked).toBe(56)
    expect(await connecting).toEqual({ accounts: [ada], chainId: 1 })
    expect(provider.session()).toEqual({ accounts: [ada], chainId: 1 })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ada])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  })

  it('reaches a relay that comes up a moment later', async () => {
    const first = await startExchange()
    const port = Number(new URL(first.relay).port)
    await first[Symbol.asyncDispose]()
    const provider = providerAt(first.relay)
    const uris: string[] = []
    provider.on('uri', (uri) => uris.push(uri))
    const connecting = provider.connect(56)
    await using exchange = await startExchange(port)
    await using _wallet = await exchange.scan(String(uris[0]), approving())
    expect(await connecting).toEqual({ accounts: [ada], chainId: 1 })
  })

  it('uses a new key, topic and client each time', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const uris: string[] = []
    provider.on('uri', (uri) => uris.push(uri))
    for (const _time of [1, 2]) {
      const failed = expect(provider.connect(56)).rejects.toThrow()
      provider.cancel()
      await failed
    }
    const keys = uris.map((uri) => uri.replace(/^.*key=/, ''))
    const topics = uris.map((uri) => uri.replace(/@.*$/, ''))
    expect(new Set(keys).size).toBe(2)
    expect(new Set(topics).size).toBe(2)
  })
})

describe('the errors of the catalogue, by what a wallet and its user do', () => {
  it('100001: the user closes the dialog', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const failed = expectCode(provider.connect(56), 100001)
    provider.cancel()
    await failed
  })

  it('100002: the user declines in the wallet', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const failed = codeOf(uriOf(provider, 56), 100002)
    await using _wallet = await exchange.scan(await failed.uri, { session: 'reject' })
    await failed.done
    expect(provider.session()).toBeUndefined()
  })

  it('100002: the wallet agrees without an account', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const failed = codeOf(uriOf(provider, 56), 100002)
    const session = { approve: { accounts: [], chainId: 1 } }
    await using _wallet = await exchange.scan(await failed.uri, { session })
    await failed.done
  })

  it('100003: a request before the wallet is connected, and after it left', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const asking = { method: 'personal_sign', params: ['0x00', ada] }
    await expectCode(provider.request(asking), 100003)
    const { connecting, wallet } = await scanned(exchange, provider, approving())
    await connecting
    const waiting = expectCode(provider.request(asking), 100003)
    wallet.update({ approved: false })
    await waiting
    await expectCode(provider.request(asking), 100003)
  })

  it('100004: a second connection while the first begins', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const first = expectCode(provider.connect(56), 100001)
    await expectCode(provider.connect(56), 100004)
    provider.cancel()
    await first
  })

  it('100005: connecting again', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    await (await scanned(exchange, provider, approving())).connecting
    await expectCode(provider.connect(56), 100005)
  })

  it.each([
    [200001, 'the user declines the request', { error: { code: -32000, message: 'no' } }],
    [200003, 'the wallet answers without a result', 'nothing'],
    [200003, 'the wallet answers with null', { result: null }],
    [200004, 'the wallet rejects the parameters', { error: { code: -32602, message: 'bad' } }],
    [300001, 'the wallet fails', { error: { code: -32603, message: 'broken' } }],
  ] as const)('%i: %s', async (code, _what, answer) => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    await (
      await scanned(
        exchange,
        provider,
        approving(() => answer),
      )
    ).connecting
    await expectCode(provider.request({ method: 'personal_sign', params: ['0x00', ada] }), code)
  })

  it('200002: a method that the wallet does not know', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const { connecting, wallet } = await scanned(exchange, provider, approving())
    await connecting
    await expectCode(provider.request({ method: 'eth_getBalance', params: [ada] }), 200002)
    expect(wallet.requests).toEqual([])
  })

  it('200003: no answer within five minutes', async () => {
    const clock = createTestClock()
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay, clock)
    const { connecting, wallet } = await scanned(
      exchange,
      provider,
      approving(() => 'silence'),
    )
    await connecting
    const failed = expectCode(provider.request({ method: 'personal_sign' }), 200003)
    await expect.poll(() => wallet.requests.length).toBe(1)
    await clock.advance(5 * 60_000)
    await failed
  })

  it('300001: the relay cannot be reached', async () => {
    const exchange = await startExchange()
    await exchange[Symbol.asyncDispose]()
    const failed = providerAt(exchange.relay).connect(56)
    await expect(failed).rejects.toMatchObject({
      code: 300001,
      message: '[binance-w3w] Internal error: the relay is unreachable',
    })
  }, 15_000)

  it('an error that is not of the catalogue passes unchanged', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const answer = { error: { code: 4902, message: 'Unrecognized chain' } }
    await (
      await scanned(
        exchange,
        provider,
        approving(() => answer),
      )
    ).connecting
    const asked = provider.request({ method: 'wallet_switchEthereumChain', params: [] })
    await expect(asked).rejects.toMatchObject({ code: 4902, message: 'Unrecognized chain' })
  })
})

describe('a session', () => {
  it('sends requests and returns the wallet’s results', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const acting = approving(({ method }) => ({ result: `signed by ${method}` }))
    const { connecting, wallet } = await scanned(exchange, provider, acting)
    await connecting
    const asking = { method: 'personal_sign', params: ['0x68', ada] }
    expect(await provider.request(asking)).toBe('signed by personal_sign')
    expect(wallet.requests).toEqual([asking])
  })

  it('follows the wallet’s accounts and chain, and ends with the last account', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const { connecting, wallet } = await scanned(exchange, provider, approving())
    await connecting
    const seen = eventsOf(provider)
    wallet.update({ approved: true, chainId: 56 })
    wallet.update({ approved: true, accounts: [bob] })
    wallet.update({ approved: true, accounts: [bob] })
    wallet.update({ approved: true, accounts: [] })
    await expect.poll(() => seen).toEqual([['chain', 56], ['accounts', [bob]], ['disconnect']])
    expect(provider.session()).toBeUndefined()
  })

  it('tells the wallet that it ends', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const { connecting, wallet } = await scanned(exchange, provider, approving())
    await connecting
    provider.disconnect()
    await wallet.ended
    expect(provider.session()).toBeUndefined()
  })

  it('survives a lost connection to the relay', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const uri = uriOf(provider, 56)
    const acting = approving(() => ({ result: '0x1b' }))
    await exchange.scan(await uri.uri, acting)
    await uri.done
    const topic = provider.session()
    expect(topic).toBeDefined()
    exchange.drop()
    // The wallet comes back by itself in reality; here the page’s request waits in the relay.
    const asked = provider.request({ method: 'personal_sign', params: [] })
    const failed = expect(asked).rejects.toMatchObject({ code: 100003 })
    provider.disconnect()
    await failed
  })

  it('ignores what strangers publish under its topic', async () => {
    await using exchange = await startExchange()
    const provider = providerAt(exchange.relay)
    const acting = approving(() => ({ result: '0x1b' }))
    const { connecting, wallet } = await scanned(exchange, provider, acting)
    await connecting
    const topic = wallet.pageTopic()
    for (const payload of [
      '',
      '{',
      '{}',
      '{"data":"00","iv":"00","hmac":"00"}',
      'x'.repeat(99_999),
    ])
      exchange.publish(topic, payload)
    expect(await provider.request({ method: 'personal_sign', params: [] })).toBe('0x1b')
  })
})

function providerAt(relay: string, clock = systemClock): CodeProvider {
  return createExchangeProvider({
    relay,
    clock,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    site: { name: 'Gridloom', description: '', url: 'http://localhost', icons: [] },
  })
}

type Answer = (request: { method: string }) => WalletAnswer

function approving(answer: Answer = () => 'silence') {
  return { session: { approve: { accounts: [ada], chainId: 1 } }, answer }
}

/** Begins to connect; the URI of the code, and the outcome. */
function uriOf(provider: CodeProvider, chainId: number) {
  const uri = Promise.withResolvers<string>()
  provider.on('uri', uri.resolve)
  return { uri: uri.promise, done: provider.connect(chainId) }
}

async function scanned(
  exchange: ExchangeStandIn,
  provider: CodeProvider,
  acting: ReturnType<typeof approving>,
) {
  const { uri, done } = uriOf(provider, 56)
  const wallet = await exchange.scan(await uri, acting)
  return { wallet, connecting: done }
}

function codeOf(begun: ReturnType<typeof uriOf>, code: WalletErrorCode) {
  return { uri: begun.uri, done: expectCode(begun.done, code) }
}

async function expectCode(failing: Promise<unknown>, code: WalletErrorCode): Promise<void> {
  await expect(failing).rejects.toMatchObject({ code, message: walletErrorText(code) })
}

function eventsOf(provider: CodeProvider): unknown[] {
  const seen: unknown[] = []
  provider.on('chain', (chainId) => seen.push(['chain', chainId]))
  provider.on('accounts', (accounts) => seen.push(['accounts', accounts]))
  provider.on('disconnect', () => seen.push(['disconnect']))
  return seen
}
