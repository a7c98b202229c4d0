import type { MicroUsd, Timestamp } from '@gridloom/contract/core/values'
import { asAddress } from './as-address.ts'
import type { Read } from './read-many.ts'

type Hex = `0x${string}`

/** The part of Chainlink's AggregatorV3Interface that is read. */
const abi = [
  {
    type: 'function',
    name: 'decimals',
    inputs: [],
    outputs: [{ type: 'uint8' }],
    stateMutability: 'view',
  },
  {
    type: 'function',
    name: 'latestRoundData',
    inputs: [],
    outputs: [
      { type: 'uint80', name: 'roundId' },
      { type: 'int256', name: 'answer' },
      { type: 'uint256', name: 'startedAt' },
      { type: 'uint256', name: 'updatedAt' },
      { type: 'uint80', name: 'answeredInRound' },
    ],
    stateMutability: 'view',
  },
] as const

export const readsPerPrice = abi.length

/** A price as a feed states it, of one whole unit. */
export interface FeedPrice {
  readonly micro_usd: MicroUsd
  readonly at: Timestamp
}

const microUsdMax = 1_000_000_000_000n

/** The reads that {@link priceFrom} takes the results of, in this order. */
export async function priceReads(feed: string): Promise<Read[]> {
  const { encodeFunctionData } = await import('viem')
  return abi.map(({ name: functionName }) => ({
    to: asAddress(feed),
    data: encodeFunctionData({ abi, functionName }),
  }))
}

/** The price that a feed states; `null`: none, one of no sense, or one that is older than so many seconds. */
export async function priceFrom(
  [decimals, round]: readonly (Hex | undefined)[],
  { now, oldestS }: { now: Date; oldestS: number },
): Promise<FeedPrice | null> {
  if (decimals === undefined || round === undefined) return null
  const { decodeFunctionResult } = await import('viem')
  try {
    const digits = decodeFunctionResult({ abi, functionName: 'decimals', data: decimals })
    const [, answer, , updatedAt] = decodeFunctionResult({
      ...{ abi, functionName: 'latestRoundData', data: round },
    })
    const microUsd = (answer * 1_000_000n) / 10n ** BigInt(digits)
    const nowS = BigInt(Math.floor(now.getTime() / 1000))
    // A clock of ours that is a little behind is no reason to hide a price.
    if (updatedAt + BigInt(oldestS) < nowS || updatedAt > nowS + 300n) return null
    if (microUsd <= 0n || microUsd > microUsdMax) return null
    return { micro_usd: Number(microUsd), at: new Date(Number(updatedAt) * 1000).toISOString() }
  } catch {
    // @NOTE the address holds no feed
    return null
  }
}
