import { transferGas } from '@gridloom/domain/payouts/payout-fee'
import type { TransferToSign } from '../ctx.ts'

type Hex = `0x${string}`

/** The transaction of a transfer of tokens, as viem signs it. */
export async function transferTransaction(
  { chainId, token }: { chainId: number; token: string },
  { nonce, to, units, maxFee, priorityFee }: TransferToSign,
) {
  return {
    type: 'eip1559',
    chainId,
    nonce,
    to: asHex(token),
    data: await transferData(to, units),
    gas: transferGas,
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: priorityFee,
  } as const
}

/** The call of a transfer. */
export async function transferData(to: string, units: bigint): Promise<Hex> {
  const { encodeFunctionData, erc20Abi: abi } = await import('viem')
  return encodeFunctionData({ abi, functionName: 'transfer', args: [asHex(to), units] })
}

/** The call that reads what an address holds. */
export async function balanceData(holder: string): Promise<Hex> {
  const { encodeFunctionData, erc20Abi: abi } = await import('viem')
  return encodeFunctionData({ abi, functionName: 'balanceOf', args: [asHex(holder)] })
}

/** The call that reads the decimals of a token: keccak-256 of `decimals()`. */
export const decimalsData = '0x313ce567'

/** Addresses of configuration and database have been checked. */
export function asHex(address: string): Hex {
  return `0x${address.slice(2)}`
}
