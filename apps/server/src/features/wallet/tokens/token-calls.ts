import { plainText } from '@gridloom/contract/core/plain-text'
import type { TokenFacts } from '@gridloom/contract/wallet/token'
import { asAddress } from '../../../platform/chains/as-address.ts'
import type { Read } from '../../../platform/chains/read-many.ts'

type Hex = `0x${string}`

const facts = ['name', 'symbol', 'decimals', 'totalSupply'] as const
/** The reads of one token's facts. */
export const readsPerToken = facts.length

/** The reads that {@link factsFrom} takes the results of, in this order. */
export async function factReads(address: string): Promise<Read[]> {
  const { encodeFunctionData, erc20Abi: abi } = await import('viem')
  return facts.map((functionName) => ({
    to: asAddress(address),
    data: encodeFunctionData({ abi, functionName }),
  }))
}

/** A token's facts; `undefined`: the contract is no ERC-20 token. */
export async function factsFrom(
  results: readonly (Hex | undefined)[],
): Promise<Omit<TokenFacts, 'read_at' | 'price'> | undefined> {
  const { decodeFunctionResult, erc20Abi: abi } = await import('viem')
  const [name, symbol, decimals, supply] = results
  if (name === undefined || symbol === undefined) return undefined
  if (decimals === undefined || supply === undefined) return undefined
  try {
    return {
      name: named(decodeFunctionResult({ abi, functionName: 'name', data: name })),
      symbol: named(decodeFunctionResult({ abi, functionName: 'symbol', data: symbol })),
      decimals: decodeFunctionResult({ abi, functionName: 'decimals', data: decimals }),
      supply: String(decodeFunctionResult({ abi, functionName: 'totalSupply', data: supply })),
    }
  } catch {
    // @NOTE an address without code, or another contract, returns something else
    return undefined
  }
}

/** The read of what an address holds of a token. */
export async function balanceRead(token: string, holder: string): Promise<Read> {
  const { encodeFunctionData, erc20Abi: abi } = await import('viem')
  const args = [asAddress(holder)] as const
  return {
    to: asAddress(token),
    data: encodeFunctionData({ abi, functionName: 'balanceOf', args }),
  }
}

/** The amount of {@link balanceRead}; `null`: the contract is no token. */
export async function balanceFrom(result: Hex | undefined): Promise<string | null> {
  const { decodeFunctionResult, erc20Abi: abi } = await import('viem')
  if (result === undefined) return null
  try {
    return String(decodeFunctionResult({ abi, functionName: 'balanceOf', data: result }))
  } catch {
    // @NOTE as with facts
    return null
  }
}

/** A contract's own words: as long as those of known tokens, in plain characters. */
function named(text: string): string {
  return plainText(text, 60)
}
