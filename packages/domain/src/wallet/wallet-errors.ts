/** What each message begins with. */
const prefix = '[binance-w3w] '

/** The closed catalogue of wallet errors (specification, section 8): code and text after the prefix. */
const texts = {
  100001: 'User closed modal',
  100002: 'User rejected connection',
  100003: 'Provider is not ready',
  100004: 'Already processing session request. Please wait',
  100005: 'Already connected',
  200001: 'User rejected the operation',
  200002: 'Does not support calling method',
  200003: 'Missing JSON RPC response',
  200004: 'Invalid request param',
  300001: 'Internal error',
} as const

export type WalletErrorCode = keyof typeof texts

/** An error of the exchange wallet, in the form of EIP-1193. `detail` is appended to internal errors. */
export class WalletError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: WalletErrorCode

  constructor(code: WalletErrorCode, detail?: string) {
    super(detail === undefined ? walletErrorText(code) : `${walletErrorText(code)}: ${detail}`)
    this.code = code
  }

  override toString(): string {
    return `${this.message} (${this.code})`
  }
}

/** The text of a code, with the prefix. */
export function walletErrorText(code: WalletErrorCode): string {
  return `${prefix}${texts[code]}`
}

/** The code in the catalogue for an error of the wallet's own (JSON-RPC); `undefined`: it passes unchanged. */
export function walletErrorFor(rpcCode: number): WalletErrorCode | undefined {
  if (rpcCode === -32050 || rpcCode === -32000 || rpcCode === 1000) return 200001
  if (rpcCode === -32603) return 300001
  if (rpcCode === -32600 || rpcCode === -32602) return 200004
  return undefined
}

/** Codes with which a user declines: EIP-1193's, and two of the catalogue. */
const rejections: readonly number[] = [4001, 100002, 200001]

/** Whether an error, or what caused it, is that the user declined. */
export function isRejection(error: unknown): boolean {
  let at: unknown = error
  for (let depth = 0; depth < 8 && typeof at === 'object' && at !== null; depth++) {
    if ('code' in at && rejections.includes(Number(at.code))) return true
    at = 'cause' in at ? at.cause : undefined
  }
  return false
}
