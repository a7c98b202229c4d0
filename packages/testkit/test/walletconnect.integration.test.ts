import type { CodeProvider } from '@gridloom/web/browser/wallet/code-provider'
import type { EntryStorage } from '@gridloom/web/browser/wallet/walletconnect/local-entries'
import { createWalletConnect } from '@gridloom/web/browser/wallet/walletconnect/walletconnect-provider'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  startWalletConnectRelay,
  type WalletConnectRelay,
} from '../src/chain/walletconnect-relay.ts'
import { startWalletConnectWallet } from '../src/chain/walletconnect-wallet.ts'

const [ada, bob] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const projectId = 'c4f79cc821944d9680842e34466bfbd1'

/** Else the page and the wallet of a test share what the library keeps for each process. */
beforeAll(() => void vi.stubEnv('DISABLE_GLOBAL_CORE', 'true'))

describe('WalletConnect', () => {
  it('connects to the wanted chain, signs, switches and is left by the wallet', async () => {
    await using relay = await startWalletConnectRelay()
    const provider = providerAt(relay)
    const wallet = await startWalletConnectWallet(relay)
    const connecting = provider.connect(56)
    const session = await wallet.approve(await codeOf(provider), [
      `eip155:1:${ada}`,
      `eip155:56:${ada}`,
    ])
    expect(await connecting).toEqual({ accounts: [ada], chainId: 56 })
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x38')
    const params = ['0x68690a', ada]
    const signing = provider.request({ method: 'personal_sign', params })
    expect(await wallet.answerNext({ result: '0x5160' })).toMatchObject({
      ...{ method: 'personal_sign', params },
      chain: 'eip155:56',
    })
    expect(await signing).toBe('0x5160')
    const chains: number[] = []
    provider.on('chain', (chainId) => chains.push(chainId))
    const switching = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] }
    expect(await provider.request(switching)).toBeNull()
    expect(chains).toEqual([1])
    const left = told(provider, 'disconnect')
    await wallet.leave(session.topic)
    await left
    expect(provider.session()).toBeUndefined()
  })

  it('tells a declined session and a declined request apart from other failures', async () => {
    await using relay = await startWalletConnectRelay()
    const provider = providerAt(relay)
    const wallet = await startWalletConnectWallet(relay)
    const declined = provider.connect(1)
    const refused = expect(declined).rejects.toMatchObject({ code: 4001 })
    await wallet.reject(await codeOf(provider))
    await refused
    const connecting = provider.connect(1)
    await wallet.approve(await codeOf(provider), [`eip155:1:${ada}`])
    await connecting
    const signing = provider.request({ method: 'personal_sign', params: ['0x00', ada] })
    const failed = expect(signing).rejects.toMatchObject({ code: 4001 })
    await wallet.answerNext({ error: { code: 5000, message: 'User rejected.' } })
    await failed
    const broken = provider.request({ method: 'personal_sign', params: ['0x00', ada] })
    const broke = expect(broken).rejects.toMatchObject({ code: -32_000 })
    await wallet.answerNext({ error: { code: -32_000, message: 'broken' } })
    await broke
  })

  it('follows the accounts of the wallet, and ends without any', async () => {
    await using relay = await startWalletConnectRelay()
    const provider = providerAt(relay)
    const wallet = await startWalletConnectWallet(relay)
    const connecting = provider.connect(1)
    const { topic } = await wallet.approve(await codeOf(provider), [`eip155:1:${ada}`])
    await connecting
    const changed = told(provider, 'accounts')
    await wallet.grant(topic, [`eip155:1:${bob}`])
    expect(await changed).toEqual([bob])
    const ended = told(provider, 'disconnect')
    await wallet.tellAccounts(topic, [])
    await ended
    expect(provider.session()).toBeUndefined()
  })

  it('is resumed after a reload, and not after it was left', async () => {
    await using relay = await startWalletConnectRelay()
    const storage = memoryStorage()
    const before = providerAt(relay, storage)
    expect(await before.resume()).toBeUndefined()
    const wallet = await startWalletConnectWallet(relay)
    const connecting = before.connect(1)
    await wallet.approve(await codeOf(before), [`eip155:1:${ada}`])
    await connecting
    const after = providerAt(relay, storage)
    expect(await after.resume()).toEqual({ accounts: [ada], chainId: 1 })
    const left = wallet.left()
    after.disconnect()
    await left
    expect(await providerAt(relay, storage).resume()).toBeUndefined()
  })

  it('is cancelled by the user while no wallet has scanned the code', async () => {
    await using relay = await startWalletConnectRelay()
    const provider = providerAt(relay)
    const connecting = provider.connect(1)
    const cancelled = expect(connecting).rejects.toThrow('You closed the connection.')
    await codeOf(provider)
    provider.cancel()
    await cancelled
    expect(provider.session()).toBeUndefined()
    const again = provider.connect(1)
    const wallet = await startWalletConnectWallet(relay)
    await wallet.approve(await codeOf(provider), [`eip155:1:${ada}`])
    expect(await again).toEqual({ accounts: [ada], chainId: 1 })
  })
})

function providerAt(relay: WalletConnectRelay, storage = memoryStorage()): CodeProvider {
  const site = { name: 'Gridloom', description: 'Compute', url: 'http://localhost', icons: [] }
  return createWalletConnect({ projectId, relay: relay.url, chainIds: [1, 56], site, storage })
}

function codeOf(provider: CodeProvider): Promise<string> {
  return told(provider, 'uri')
}

function told<Name extends 'uri' | 'accounts' | 'disconnect'>(provider: CodeProvider, name: Name) {
  return new Promise<Parameters<Parameters<typeof provider.on<Name>>[1]>[0]>((resolve) => {
    const stop = provider.on(name, (value) => {
      stop()
      resolve(value)
    })
  })
}

function memoryStorage(): EntryStorage {
  const entries = new Map<string, string>()
  return {
    keys: () => [...entries.keys()],
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, text) => void entries.set(key, text),
    removeItem: (key) => void entries.delete(key),
  }
}
