import { z } from 'zod'
import { ChainDown, type ChainRpc } from '../../../platform/chains/chain-rpcs.ts'
import { hexOf, Quantity } from './quantity.ts'

/** A block by its place and its hash. */
export interface Header {
  readonly height: number
  readonly hash: string
  readonly parent: string
}

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
export async function readHeader(
  rpc: ChainRpc,
  at: number | 'latest' | 'finalized',
): Promise<Header | undefined> {
  const place = typeof at === 'number' ? hexOf(at) : at
  const block = Block.safeParse(await rpc.request('eth_getBlockByNumber', [place, false]))
  if (!block.success) throw new ChainDown('the endpoint returned no valid block')
  const header = block.data ?? undefined
  if (header !== undefined && typeof at === 'number' && header.height !== at)
    throw new ChainDown('the endpoint returned another block')
  return header
}

const atOnce = 20

/** Reads blocks at these heights; those that the endpoint does not have are left out. */
export async function readHeaders(
  rpc: ChainRpc,
  heights: Iterable<number>,
): Promise<ReadonlyMap<number, Header>> {
  const found = new Map<number, Header>()
  const wanted = [...new Set(heights)]
  for (let from = 0; from < wanted.length; from += atOnce) {
    const some = wanted.slice(from, from + atOnce)
    for (const header of await Promise.all(some.map((height) => readHeader(rpc, height))))
      if (header !== undefined) found.set(header.height, header)
  }
  return found
}
