import type { Page } from '@playwright/test'
import { chainAccounts } from '../packages/testkit/src/chain/start-chain.ts'

/** A chain by its number and its JSON-RPC. */
interface WalletChain {
  readonly id: number
  rpc(method: string, params: readonly unknown[]): Promise<unknown>
}

/**
 * What the user of the wallet does with requests: `reject` declines to connect and to sign, `reject payment` only to
 * pay.
 */
type Mode = 'accept' | 'reject' | 'reject payment'

/** Adds a wallet extension (EIP-6963) whose chains are real and sign for their accounts. It starts on the first. */
export async function installWallet(
  page: Page,
  chains: readonly WalletChain[],
  { address }: { address: string } = chainAccounts[0],
) {
  await page.exposeFunction('walletRpc', (id: number, method: string, params: unknown[]) => {
    const chain = chains.find((one) => one.id === id)
    if (chain === undefined) throw new Error(`no chain ${id}`)
    return chain.rpc(method, params)
  })
  await page.addInitScript(addExtension, {
    address,
    known: chains.map(({ id }) => id),
  })
  const tell = (detail: object) =>
    page.evaluate((given) => {
      window.dispatchEvent(new CustomEvent('test-wallet', { detail: given }))
    }, detail)
  return {
    act: (mode: Mode) => tell({ mode }),
    move: (chain: number) => tell({ chain }),
    drop: () => tell({ accounts: [] }),
  }
}

/** Runs in the page, before its own code. */
function addExtension({ address, known }: { address: string; known: readonly number[] }): void {
  const listeners: { name: string; listener: (value: unknown) => void }[] = []
  const emit = (name: string, value: unknown) => {
    for (const one of listeners) if (one.name === name) one.listener(value)
  }
  let [mode, chain, accounts] = ['accept', known[0] ?? 1, [address]]
  let isAllowed = localStorage.getItem('test-wallet') === 'allowed'
  const refuse = (code: number, message: string) => Object.assign(new Error(message), { code })
  const call: unknown = Reflect.get(window, 'walletRpc')

  async function request({ method, params = [] }: { method: string; params?: unknown[] }) {
    const isAsking = [
      ...['eth_requestAccounts', 'wallet_requestPermissions'],
      ...['personal_sign', 'eth_signTypedData_v4'],
    ]
    if (mode === 'reject' && isAsking.includes(method)) throw refuse(4001, 'User rejected')
    if (mode === 'reject payment' && method === 'eth_sendTransaction')
      throw refuse(4001, 'User rejected')
    if (method === 'eth_requestAccounts') {
      isAllowed = true
      localStorage.setItem('test-wallet', 'allowed')
      return accounts
    }
    if (method === 'wallet_requestPermissions') {
      isAllowed = true
      localStorage.setItem('test-wallet', 'allowed')
      return [{ parentCapability: 'eth_accounts', caveats: [{ value: accounts }] }]
    }
    if (method === 'eth_accounts') return isAllowed ? accounts : []
    if (method === 'eth_chainId') return `0x${chain.toString(16)}`
    if (method === 'wallet_revokePermissions') return null
    if (method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain') {
      const wanted = Number(Object(params[0]).chainId)
      if (!known.includes(wanted)) throw refuse(4902, 'Unrecognized chain')
      chain = wanted
      emit('chainChanged', `0x${chain.toString(16)}`)
      return null
    }
    if (typeof call !== 'function') throw refuse(-32603, 'no chain')
    return call(chain, method, params)
  }

  window.addEventListener('test-wallet', (event) => {
    const detail: unknown = Reflect.get(event, 'detail')
    const told = Object(detail)
    if (told.mode !== undefined) mode = told.mode
    if (told.chain !== undefined) {
      chain = told.chain
      emit('chainChanged', `0x${chain.toString(16)}`)
    }
    if (told.accounts !== undefined) {
      accounts = told.accounts
      emit('accountsChanged', accounts)
    }
  })
  const provider = {
    request,
    on: (name: string, listener: (value: unknown) => void) => listeners.push({ name, listener }),
    removeListener(name: string, listener: (value: unknown) => void) {
      const at = listeners.findIndex((one) => one.name === name && one.listener === listener)
      if (at >= 0) listeners.splice(at, 1)
    },
  }
  const info = { uuid: 'b1f0c7d2-0000-4000-8000-000000000001', name: 'Test wallet', icon: '' }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: Object.freeze({ info: { ...info, rdns: 'test.wallet' }, provider }),
      }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
