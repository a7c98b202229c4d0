import { isRejection } from '@gridloom/domain/wallet/wallet-errors'
import { ChainNotConfiguredError, createConnector } from '@wagmi/core'
import { getAddress, numberToHex, SwitchChainError, UserRejectedRequestError } from 'viem'
import type { CodeProvider } from '../code-provider.ts'

/** How a wallet with a code is named among the connectors. */
interface CodeWallet {
  id: string
  name: string
  type: string
  /** The chain that it connects to unless another is asked for. */
  usualChain: number
}

/** The id is the one that the exchange gave its wallet, which its extension has too. */
export const exchangeWallet: CodeWallet = {
  id: 'wallet.binance.com',
  name: 'Binance Wallet',
  type: 'binanceWallet',
  // BNB Smart Chain.
  usualChain: 56,
}

export const walletConnect: CodeWallet = {
  id: 'walletConnect',
  name: 'WalletConnect',
  type: 'walletConnect',
  usualChain: 1,
}

/**
 * A wallet with a code as a connector. Declined requests are told apart from other failures, an empty list of accounts
 * disconnects, and switching to a chain that is not configured fails.
 */
export function codeWallet({ usualChain, ...named }: CodeWallet, provider: CodeProvider) {
  return createConnector<CodeProvider>(({ emitter, chains }) => {
    let leave: (() => void)[] = []
    const stopListening = () => {
      for (const stop of leave.splice(0)) stop()
    }
    const listen = (connector: ConnectorHandlers) => {
      stopListening()
      leave = [
        provider.on('accounts', (accounts) => connector.onAccountsChanged([...accounts])),
        provider.on('chain', (chainId) => connector.onChainChanged(String(chainId))),
        provider.on('disconnect', () => connector.onDisconnect()),
      ]
    }
    return {
      ...named,
      async connect({ chainId = usualChain, isReconnecting } = {}) {
        emitter.emit('message', { type: 'connecting' })
        const kept = isReconnecting ? await provider.resume() : undefined
        const session = kept ?? (await orDeclined(provider.connect(chainId)))
        const { accounts, chainId: connectedTo } = session
        listen(this)
        // Named cast: this connector grants no capabilities, so plain addresses are what wagmi asks for.
        return { accounts: accounts.map((one) => getAddress(one)) as never, chainId: connectedTo }
      },
      async disconnect() {
        stopListening()
        provider.disconnect()
      },
      getAccounts: async () => (provider.session()?.accounts ?? []).map((one) => getAddress(one)),
      getChainId: async () => provider.session()?.chainId ?? usualChain,
      getProvider: async () => provider,
      isAuthorized: async () => (await provider.resume()) !== undefined,
      async switchChain({ chainId }) {
        const chain = chains.find(({ id }) => id === chainId)
        if (chain === undefined) throw new SwitchChainError(new ChainNotConfiguredError())
        await switchTo(provider, chainId)
        return chain
      },
      onAccountsChanged(accounts) {
        if (accounts.length === 0) this.onDisconnect()
        else emitter.emit('change', { accounts: accounts.map((one) => getAddress(one)) })
      },
      onChainChanged: (chainId) => emitter.emit('change', { chainId: Number(chainId) }),
      onDisconnect() {
        stopListening()
        emitter.emit('disconnect')
      },
    }
  })
}

interface ConnectorHandlers {
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onDisconnect(): void
}

/** Asks the wallet to switch. Some answer, others only tell the new chain. */
async function switchTo(provider: CodeProvider, chainId: number): Promise<void> {
  if (provider.session()?.chainId === chainId) return
  const switched = Promise.withResolvers<void>()
  const leave = provider.on('chain', (id) => id === chainId && switched.resolve())
  const params = [{ chainId: numberToHex(chainId) }]
  const asked = provider.request({ method: 'wallet_switchEthereumChain', params })
  try {
    await orDeclined(Promise.race([asked, switched.promise]))
  } catch (error) {
    if (error instanceof UserRejectedRequestError) throw error
    throw new SwitchChainError(asError(error))
  } finally {
    leave()
  }
}

async function orDeclined<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (isRejection(error)) throw new UserRejectedRequestError(asError(error))
    throw error
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
