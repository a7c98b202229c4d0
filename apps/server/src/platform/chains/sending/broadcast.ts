import { type ChainRpc, RpcRefused } from '../chain-rpcs.ts'
import { asDown } from './read-chain.ts'

/**
 * Sends the bytes of a transaction, also again: nodes know those that they have seen, and a nonce is used once.
 * @throws {ChainDown}
 */
export async function broadcastRaw(rpc: ChainRpc, raw: string): Promise<'sent' | 'no_gas'> {
  try {
    await rpc.request('eth_sendRawTransaction', [raw])
  } catch (error) {
    if (!(error instanceof RpcRefused)) throw error
    if (/insufficient funds/i.test(error.message)) return 'no_gas'
    if (!isKnown(error)) throw asDown(error)
  }
  return 'sent'
}

/** The node has the transaction, another one of this nonce with a higher fee, or a block with one of them. */
function isKnown({ message }: RpcRefused): boolean {
  return /already (?:known|imported|exists)|known transaction|nonce too low|underpriced/i.test(
    message,
  )
}
