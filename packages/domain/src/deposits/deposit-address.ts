import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** The contracts that deposit addresses of a chain are made of. Addresses are in lower case. */
export interface Forwarders {
  readonly factory: string
  readonly implementation: string
}

const beforeImplementation = '3d602d80600a3d3981f3363d3d373d3d3d363d73'
const afterImplementation = '5af43d82803e903d91602b57fd5bf3'

/** What tells the deposit addresses of accounts apart: the hash of the account's id, as 0x and 64 digits. */
export function depositSalt(accountId: string): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(accountId)))}`
}

/**
 * The address at which the factory deploys the forwarder of an account: a minimal proxy (EIP-1167) by CREATE2
 * (EIP-1014). It is known without asking the chain, and before anything is deployed. In lower case.
 */
export function depositAddress({ factory, implementation }: Forwarders, accountId: string): string {
  const code = `${beforeImplementation}${implementation.slice(2)}${afterImplementation}`
  const parts = concatBytes(
    Uint8Array.of(0xff),
    hexToBytes(factory.slice(2)),
    hexToBytes(depositSalt(accountId).slice(2)),
    keccak_256(hexToBytes(code)),
  )
  return `0x${bytesToHex(keccak_256(parts)).slice(-40)}`
}
