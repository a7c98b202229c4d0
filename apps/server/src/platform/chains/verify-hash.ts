import { type ChainRpc, RpcRefused } from './chain-rpcs.ts'

interface SignedHash {
  /** In lower case. */
  address: string
  hash: `0x${string}`
  signature: string
}

/** What the signature proves: the address's key signed it, or its contract accepts it; `undefined`: nothing. */
export type Proof = 'key' | 'contract' | undefined

/** `isValidSignature(bytes32,bytes)`, and the value that it returns for a valid one. Source: EIP-1271. */
const validSignature = '0x1626ba7e'

/** Gas of a contract's check: a multi-signature of many owners needs less. */
const gasMax = '0x1e8480'

/**
 * Verifies the signature of a hash: a key's without any network, else by the contract at the address (EIP-1271).
 * Contracts that are not deployed yet (EIP-6492) are not accepted.
 * @throws {ChainDown} when the contract cannot be asked
 */
export async function verifyHash(
  rpc: ChainRpc,
  { address, hash, signature }: SignedHash,
): Promise<Proof> {
  const { encodeFunctionData, parseAbi } = await import('viem')
  if ((await recovered(hash, signature)) === address) return 'key'
  const abi = parseAbi([
    'function isValidSignature(bytes32 hash, bytes signature) returns (bytes4)',
  ])
  const data = encodeFunctionData({ abi, args: [hash, asHex(signature)] })
  try {
    const result = await rpc.request('eth_call', [{ to: address, data, gas: gasMax }, 'latest'])
    // The four bytes in a word: an address without code returns nothing.
    return isWordOf(result, validSignature) ? 'contract' : undefined
  } catch (error) {
    // @NOTE a contract that reverts does not accept the signature
    if (error instanceof RpcRefused) return undefined
    throw error
  }
}

/** The address, in lower case, whose key made a signature of 65 bytes; `undefined`: it is not one. */
export async function recovered(
  hash: `0x${string}`,
  signature: string,
): Promise<string | undefined> {
  const { recoverAddress } = await import('viem')
  if (signature.length !== 2 + 65 * 2) return undefined
  try {
    return (await recoverAddress({ hash, signature: asHex(signature) })).toLowerCase()
  } catch {
    // @NOTE no point of the curve: not the signature of a key
    return undefined
  }
}

function isWordOf(result: unknown, bytes: string): boolean {
  return typeof result === 'string' && result.toLowerCase() === bytes.padEnd(66, '0')
}

/** Named cast: the contract's schema has checked that it is hexadecimal. */
function asHex(text: string): `0x${string}` {
  return text as `0x${string}`
}
