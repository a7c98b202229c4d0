import { z } from 'zod'

/** The chain that published days are written to. */
export interface ReceiptsChainConfig {
  readonly chainId: number
  /** A file with the private key: 64 hexadecimal digits. Nothing else may send from its address. */
  readonly keyFile: string
  /** Blocks above a transaction before it counts. */
  readonly confirmations: number
  /** The most that a unit of gas may cost, in wei. */
  readonly maxFeeWei: bigint
}

const Shape = z
  .strictObject({
    chainId: z.int().positive(),
    keyFile: z.string().min(1).max(1_000),
    confirmations: z.int().min(1).max(10_000).default(12),
    maxFeeGwei: z.number().positive().max(100_000).default(100),
  })
  .transform(
    ({ maxFeeGwei, ...one }): ReceiptsChainConfig => ({
      ...one,
      maxFeeWei: BigInt(Math.round(maxFeeGwei * 1e6)) * 1_000n,
    }),
  )

/** Reads `RECEIPTS_CHAIN`, a JSON object; without it, days are written to no chain. */
export function readReceiptsChainConfig(
  text: string | undefined,
  chainIds: readonly number[],
): { config: ReceiptsChainConfig | null; problems: string[] } {
  if (text === undefined) return { config: null, problems: [] }
  const parsed = Shape.safeParse(jsonIn(text))
  if (!parsed.success)
    return {
      config: null,
      problems: parsed.error.issues.map(({ path, message }) =>
        ['RECEIPTS_CHAIN', ...(path.length > 0 ? [path.join('.')] : []), message].join(': '),
      ),
    }
  const { chainId } = parsed.data
  return {
    config: parsed.data,
    problems: chainIds.includes(chainId)
      ? []
      : [`RECEIPTS_CHAIN: chain ${chainId} is not configured (CHAINS)`],
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE no JSON is no object, which the shape refuses
    return undefined
  }
}
