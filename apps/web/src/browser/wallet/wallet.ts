import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PageStorage } from '../page-storage.ts'
import { retryImport } from '../retry-import.ts'
import type { WalletAccount, WalletEngine, WalletSetup } from './wallet-types.ts'

interface WalletState {
  /** Whether the wallet dialog is open. */
  isOpen: boolean
  account: WalletAccount | undefined
}

/** The wallet of this page. Its code loads when it is first used. */
export interface Wallet {
  store: StoreApi<WalletState>
  /** Loads the code, once. */
  engine(): Promise<WalletEngine>
  /** Opens the dialog. Resolves with the connected address, or `undefined` when the user closes it. */
  ask(): Promise<WalletAccount | undefined>
  /** Closes the dialog. */
  close(): void
  /** Connects again what was connected before a reload. */
  resume(): void
}

type Setup = Omit<WalletSetup, 'onAccount'>

interface WalletParts {
  kept: PageStorage
  /** Chains and relay, from the server's configuration. */
  setup(): Promise<Setup>
}

export function createWallet({ kept, setup }: WalletParts): Wallet {
  const store = createStore<WalletState>(() => ({ isOpen: false, account: undefined }))
  let loading: Promise<WalletEngine> | undefined
  let asked: PromiseWithResolvers<WalletAccount | undefined> | undefined

  function onAccount(account: WalletAccount | undefined): void {
    kept.write('walletConnected', account === undefined ? undefined : 'true')
    const wasConnected = store.getState().account !== undefined
    store.setState({ account })
    // Open on a connected wallet, the dialog stays open while its network is switched.
    if (account !== undefined && !wasConnected && asked !== undefined) close()
  }

  async function load(): Promise<WalletEngine> {
    try {
      const [{ createWalletEngine }, parts] = await Promise.all([
        retryImport(() => import('./engine/wallet-engine.ts')),
        setup(),
      ])
      return await createWalletEngine({ ...parts, onAccount })
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  function engine(): Promise<WalletEngine> {
    loading ??= load()
    return loading
  }

  function close(): void {
    store.setState({ isOpen: false })
    asked?.resolve(store.getState().account)
    asked = undefined
  }

  return {
    store,
    engine,
    ask() {
      asked ??= Promise.withResolvers()
      store.setState({ isOpen: true })
      return asked.promise
    },
    close,
    resume() {
      if (kept.read('walletConnected') === undefined) return
      // @NOTE a wallet that cannot be resumed is shown as not connected
      engine().catch(() => {})
    },
  }
}
