import type { CodeSession } from '../code-provider.ts'

/** What is asked of a wallet: every chain and method is optional, so that wallets with fewer connect too. */
export function wantedNamespaces(chainIds: readonly number[]) {
  return {
    eip155: {
      chains: chainIds.map((id) => `eip155:${id}`),
      methods: [
        'personal_sign',
        'eth_signTypedData_v4',
        'eth_sendTransaction',
        'wallet_switchEthereumChain',
        'wallet_watchAsset',
      ],
      events: ['accountsChanged', 'chainChanged'],
    },
  }
}

/** An account of a session (CAIP-10): the chain and the address, in lower case. */
interface SessionAccount {
  chainId: number
  address: string
}

/** The accounts that a wallet granted. What is no account of an EVM chain is left out. */
export function accountsIn(accounts: readonly string[]): SessionAccount[] {
  return accounts.flatMap((text) => {
    const [, chain, address = ''] =
      /^eip155:([1-9][0-9]{0,15}):(0x[0-9a-fA-F]{40})$/.exec(text) ?? []
    return chain === undefined ? [] : [{ chainId: Number(chain), address: address.toLowerCase() }]
  })
}

/**
 * The session on the wanted chain, or on the first that the wallet granted accounts of; `undefined`: it granted none.
 */
export function sessionOn(
  accounts: readonly SessionAccount[],
  wanted: number | undefined,
): CodeSession | undefined {
  const chainId = accounts.find((one) => one.chainId === wanted)?.chainId ?? accounts[0]?.chainId
  if (chainId === undefined) return undefined
  const addresses = accounts.flatMap((one) => (one.chainId === chainId ? [one.address] : []))
  return { accounts: [...new Set(addresses)], chainId }
}
