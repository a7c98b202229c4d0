import type { Chain } from '@gridloom/contract/wallet/chain'

/** The connected address. */
export interface WalletAccount {
  /** In its checksum form. */
  address: string
  chainId: number
  /** The wallet's name. */
  wallet: string
}

/** A wallet that can be connected. */
export interface WalletChoice {
  id: string
  name: string
  /** A `data:` URL. */
  icon: string | undefined
  /**
   * `code`: by a QR code, or on phones by whichever app opens it; `exchange code`: as well, with the app of the exchange
   * wallet; `browser`: by an extension or the browser itself.
   */
  by: 'code' | 'exchange code' | 'browser'
}

/** A token as wallets show it. */
export interface WatchedToken {
  address: string
  symbol: string
  decimals: number
}

/** A payment of a token, in its smallest unit. */
export interface TokenPayment {
  chainId: number
  token: string
  to: string
  amount: bigint
}

/** A transaction of a chain's coin to a contract, from an address that must be the connected one. */
export interface CoinPayment {
  chainId: number
  from: string
  to: string
  /** In the smallest unit of the coin. */
  value: bigint
  /** In hexadecimal. */
  data: string
}

/** What the page can do with wallets, once its code has loaded. */
export interface WalletEngine {
  readonly chains: readonly Chain[]
  /** The wallets that were found, and later finds by `listener`. Returns the function that stops it. */
  watchChoices(listener: (choices: readonly WalletChoice[]) => void): () => void
  /** Connects a wallet; `onCode` receives the URI for a QR code. */
  connect(id: string, onCode: (uri: string) => void): Promise<void>
  /** Ends a connection that begins. */
  cancel(): void
  disconnect(): Promise<void>
  switchChain(id: number): Promise<void>
  /** The signature of a text (EIP-191) by the connected address. */
  sign(message: string): Promise<string>
  /** The signature of typed data (EIP-712), given as the JSON of `eth_signTypedData_v4`, by the connected address. */
  signTypedData(json: string): Promise<string>
  /** Sends a token (ERC-20) on the chain that the wallet is connected to. Resolves with the transaction's hash. */
  sendToken(payment: TokenPayment): Promise<string>
  /** Sends coins with a call on the chain that the wallet is connected to. Resolves with the transaction's hash. */
  sendCoins(payment: CoinPayment): Promise<string>
  /** Asks the wallet to show a token (EIP-747). */
  watchToken(token: WatchedToken): Promise<void>
}

/** What the engine is made of. */
export interface WalletSetup {
  chains: readonly Chain[]
  /** The relay of the exchange wallet; `null`: none. */
  relay: string | null
  /** `null`: there is no WalletConnect. */
  walletconnect: { projectId: string; relay: string } | null
  site: { name: string; description: string; url: string; icons: readonly string[] }
  /** Receives the connected address whenever it changes; `undefined`: none. */
  onAccount(account: WalletAccount | undefined): void
}
