import { z } from 'zod'
import { type BatchRpc, ChainDown, type ChainRpc } from '../../../platform/chains/chain-rpcs.ts'
import { hexOf, Quantity } from './quantity.ts'

/** A block by its place and its hash. */
export interface Header {
  readonly height: number
  readonly hash: string
  readonly parent: string
}

type Place = number | 'latest' | 'finalized'

const Hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const Block = z
  .looseObject({ number: Quantity, hash: Hash, parentHash: Hash })
  .transform(
    ({ number, hash, parentHash }): Header => ({
      height: number,
      hash: hash.toLowerCase(),
      parent: parentHash.toLowerCase(),
    }),
  )
  .nullable()

/** Reads a block. `undefined`: the endpoint does not have it. @throws {ChainDown} @throws {RpcRefused} */
export async function readHeader(rpc: ChainRpc, at: Place): Promise<Header | undefined> {
  return headerIn(await rpc.request('eth_getBlockByNumber', [placeOf(at), false]), at)
}

function placeOf(at: Place): string {
  return typeof at === 'number' ? hexOf(at) : at
}

function headerIn(result: unknown, at: Place): Header | undefined {
  const block = Block.safeParse(result)
  if (!block.success) throw new ChainDown('the endpoint returned no valid block')
  const header = block.data ?? undefined
  if (header !== undefined && typeof at === 'number' && header.height !== at)
    throw new ChainDown('the endpoint returned another block')
  return header
}

/** Reads blocks at these heights; those that the endpoint does not have are left out. */
export async function readHeaders(
  rpc: BatchRpc,
  heights: Iterable<number>,
): Promise<ReadonlyMap<number, Header>> {
  const wanted = [...new Set(heights)]
  const outcomes = await rpc.requestAll(
    wanted.map((at) => ({ method: 'eth_getBlockByNumber', params: [placeOf(at), false] })),
  )
  const found = new Map<number, Header>()
  for (const [i, outcome] of outcomes.entries()) {
    if ('refused' in outcome) throw outcome.refused
    const header = headerIn(outcome.result, wanted[i] ?? 'latest')
    if (header !== undefined) found.set(header.height, header)
  }
  return found
}
