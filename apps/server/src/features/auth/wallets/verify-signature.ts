import type { ChainRpc } from '../../../platform/chains/chain-rpcs.ts'
import { type Proof, verifyHash } from '../../../platform/chains/verify-hash.ts'

interface Signed {
  /** In lower case. */
  address: string
  message: string
  signature: string
}

/**
 * Verifies the signature of a message (EIP-191), by a key or by the contract at the address, on the chain that the
 * message names.
 * @throws {ChainDown} when the contract cannot be asked
 */
export async function verifySignature(
  rpc: ChainRpc,
  { address, message, signature }: Signed,
): Promise<Proof> {
  // Loaded when it is first needed: it takes a third of a second and 30 MiB.
  const { hashMessage } = await import('viem')
  return verifyHash(rpc, { address, hash: hashMessage(message), signature })
}
