import { type ChainRpc, RpcRefused } from '../../../platform/chains/chain-rpcs.ts'
import { asDown, isRevert } from '../../../platform/chains/sending/read-chain.ts'
import { padded } from '../../../platform/chains/transfer-log.ts'
import { hexOf, wordIn } from '../watch/quantity.ts'

/** The first four bytes of keccak-256 of the functions' signatures. */
const selectors = {
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
  nonces: '0x7ecebe00',
  authorizationState: '0xe94a0102',
} as const

interface At {
  rpc: ChainRpc
  token: string
  /** The block's number; the newest by default. */
  height?: bigint
}

/** What an address holds of a token; `undefined`: the token does not say. @throws {ChainDown} */
export function readBalance(at: At, holder: string): Promise<bigint | undefined> {
  return word(at, `${selectors.balanceOf}${argument(holder)}`)
}

/** What a spender may transfer of an owner. @throws {ChainDown} */
export function readAllowance(at: At, owner: string, spender: string): Promise<bigint | undefined> {
  return word(at, `${selectors.allowance}${argument(owner)}${argument(spender)}`)
}

/** The number of the next permit of an owner (EIP-2612). @throws {ChainDown} */
export function readPermitNonce(at: At, owner: string): Promise<bigint | undefined> {
  return word(at, `${selectors.nonces}${argument(owner)}`)
}

/** Whether an authorization was used, or cancelled by its payer (EIP-3009). @throws {ChainDown} */
export async function isAuthorizationUsed(at: At, payer: string, nonce: string): Promise<boolean> {
  const used = await word(at, `${selectors.authorizationState}${argument(payer)}${nonce.slice(2)}`)
  return used === 1n
}

function argument(address: string): string {
  return padded(address).slice(2)
}

async function word({ rpc, token, height }: At, data: string): Promise<bigint | undefined> {
  const block = height === undefined ? 'latest' : hexOf(Number(height))
  try {
    return wordIn(await rpc.request('eth_call', [{ to: token, data }, block]))
  } catch (error) {
    // @NOTE the contract has no such function
    if (error instanceof RpcRefused && isRevert(error)) return undefined
    throw asDown(error)
  }
}

/** The gas that a call takes; `undefined`: it fails. @throws {ChainDown} */
export async function estimateGas(
  rpc: ChainRpc,
  call: { from: string; to: string; data: string },
): Promise<bigint | undefined> {
  try {
    const gas = await rpc.request('eth_estimateGas', [call])
    return typeof gas === 'string' && /^0x[0-9a-f]{1,16}$/i.test(gas) ? BigInt(gas) : undefined
  } catch (error) {
    if (error instanceof RpcRefused && isRevert(error)) return undefined
    throw asDown(error)
  }
}
