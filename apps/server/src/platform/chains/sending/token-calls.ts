type Hex = `0x${string}`

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

/** The call that lets a contract move so much of the sender's tokens. */
export async function approveData(spender: string, units: bigint): Promise<Hex> {
  const { encodeFunctionData, erc20Abi: abi } = await import('viem')
  return encodeFunctionData({ abi, functionName: 'approve', args: [asHex(spender), units] })
}

/** The call that reads what a contract may move of an owner's tokens. */
export async function allowanceData(owner: string, spender: string): Promise<Hex> {
  const { encodeFunctionData, erc20Abi: abi } = await import('viem')
  return encodeFunctionData({
    abi,
    functionName: 'allowance',
    args: [asHex(owner), asHex(spender)],
  })
}

/** The call that reads the decimals of a token: keccak-256 of `decimals()`. */
export const decimalsData = '0x313ce567'

/** Addresses of configuration and database have been checked. */
export function asHex(address: string): Hex {
  return `0x${address.slice(2)}`
}
