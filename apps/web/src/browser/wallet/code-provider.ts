/** A request in the form of EIP-1193. */
export interface ProviderRequest {
  method: string
  params?: readonly unknown[] | undefined
}

/** What a session is connected to. */
export interface CodeSession {
  /** Addresses in lower case, the selected one first. */
  accounts: readonly string[]
  chainId: number
}

/** What such a wallet tells. */
export interface ProviderEvents {
  /** The URI for the QR code or the deep link: a wallet may connect. */
  uri: string
  accounts: readonly string[]
  chain: number
  /** The session ended, at the wallet or here. */
  disconnect: undefined
  /** A request waits in the wallet, which phones have to open. */
  request: undefined
}

export type ProviderListener<Name extends keyof ProviderEvents> = (
  value: ProviderEvents[Name],
) => void

/** A wallet that is connected by a code, which it scans: beside the EIP-1193 requests, its session and events. */
export interface CodeProvider {
  /** The session; `undefined` when not connected. */
  session(): CodeSession | undefined
  /** The session of before a reload, where the wallet keeps one. */
  resume(): Promise<CodeSession | undefined>
  /** Connects to a wallet that scans the code. */
  connect(chainId: number): Promise<CodeSession>
  /** Ends a connection that begins: the user closed the dialog. */
  cancel(): void
  /** @throws the wallet's error */
  request(request: ProviderRequest): Promise<unknown>
  /** Ends the session and tells the wallet. */
  disconnect(): void
  /** Listens for one kind of event. Returns the function that stops it. */
  on<Name extends keyof ProviderEvents>(name: Name, listener: ProviderListener<Name>): () => void
}
