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

/** The end of a signature of a contract that is not deployed yet. Source: EIP-6492. */
const notDeployed = '6492'.repeat(16)

/** Gas of a contract's deployment and its check, which are only tried. */
const deployGasMax = '0x989680'

/**
 * Verifies the signature of a hash: a key's without any network, else by the contract at the address (EIP-1271), which
 * need not be deployed yet (EIP-6492).
 * @throws {ChainDown} when the contract cannot be asked
 */
export async function verifyHash(
  rpc: ChainRpc,
  { address, hash, signature }: SignedHash,
): Promise<Proof> {
  const { encodeFunctionData, parseAbi } = await import('viem')
  if ((await recovered(hash, signature)) === address) return 'key'
  if (signature.toLowerCase().endsWith(notDeployed))
    return verifyNotDeployed(rpc, { address, hash, signature })
  const abi = parseAbi([
    'function isValidSignature(bytes32 hash, bytes signature) returns (bytes4)',
  ])
  const data = encodeFunctionData({ abi, args: [hash, asHex(signature)] })
  // The four bytes in a word: an address without code returns nothing.
  return isWordOf(await tryCall(rpc, { to: address, data, gas: gasMax }), validSignature)
    ? 'contract'
    : undefined
}

/** Deploys the contract and asks it, in one call that changes nothing: by the code that EIP-6492 publishes. */
async function verifyNotDeployed(
  rpc: ChainRpc,
  { address, hash, signature }: SignedHash,
): Promise<Proof> {
  const viem = await import('viem')
  const data = viem.encodeDeployData({
    abi: viem.erc6492SignatureValidatorAbi,
    args: [asHex(address), hash, asHex(signature)],
    bytecode: viem.erc6492SignatureValidatorByteCode,
  })
  return (await tryCall(rpc, { data, gas: deployGasMax })) === '0x01' ? 'contract' : undefined
}

/** The result of a call; `undefined`: it reverts, and so does not accept the signature. @throws {ChainDown} */
async function tryCall(
  rpc: ChainRpc,
  call: { to?: string; data: string; gas: string },
): Promise<unknown> {
  try {
    return await rpc.request('eth_call', [call, 'latest'])
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
