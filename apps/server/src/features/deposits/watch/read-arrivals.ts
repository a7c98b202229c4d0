import type { FinalTransfer } from '@gridloom/domain/deposits/decide-deposit'
import { z } from 'zod'
import { type ChainRpc, RpcRefused } from '../../../platform/chains/chain-rpcs.ts'
import { padded, transferTopic } from '../../../platform/chains/transfer-log.ts'
import type { WatchedChainParts } from '../ctx.ts'
import { hexOf, wordIn } from './quantity.ts'
import type { Transfer } from './read-transfers.ts'

type Arrived = FinalTransfer['arrived']

/** A token, an address and a block. */
interface Place {
  token: string
  address: string
  block_height: number
}

/**
 * Compares, for tokens whose logs are not known to be exact, what the logs of a block state with how much the balance of
 * each address grew. The result answers for one deposit; all of an address and a block share it.
 * @throws {ChainDown}
 */
export async function readArrivals(
  { config, rpc }: WatchedChainParts,
  transfers: readonly Transfer[],
): Promise<(deposit: Place) => Arrived> {
  const toCheck = config.tokens.filter((one) => one.transfers === 'check')
  const tokens = new Set(toCheck.map(({ address }) => address))
  const groups = Map.groupBy(
    transfers.filter(({ token }) => tokens.has(token)),
    ({ token, to, height }) => keyOf({ token, address: to, block_height: height }),
  )
  const results = new Map<string, Arrived>()
  for (const [key, group] of groups) results.set(key, await arrivalOf(rpc, group))
  return (deposit) => results.get(keyOf(deposit)) ?? 'whole'
}

function keyOf({ token, address, block_height }: Place): string {
  return `${token} ${address} ${block_height}`
}

async function arrivalOf(rpc: ChainRpc, group: readonly Transfer[]): Promise<Arrived> {
  const [first] = group
  if (first === undefined) return 'whole'
  try {
    const before = await balanceAt(rpc, first, first.height - 1)
    const after = await balanceAt(rpc, first, first.height)
    if (before === undefined || after === undefined) return 'unknown'
    const left = await sentBy(rpc, first)
    const stated = group.reduce((sum, { amount }) => sum + amount, 0n)
    return after + left - before >= stated ? 'whole' : 'less'
  } catch (error) {
    // @NOTE an endpoint without the state of older blocks: the operator decides
    if (error instanceof RpcRefused) return 'unknown'
    throw error
  }
}

async function balanceAt(
  rpc: ChainRpc,
  { token, to }: Transfer,
  height: number,
): Promise<bigint | undefined> {
  const data = `0x70a08231${padded(to).slice(2)}`
  return wordIn(await rpc.request('eth_call', [{ to: token, data }, hexOf(height)]))
}

const Sent = z.array(z.looseObject({ data: z.string().regex(/^0x[0-9a-fA-F]{1,64}$/) }))

/** What the address sent in the same block, such as to the treasury. */
async function sentBy(rpc: ChainRpc, { token, to, height }: Transfer): Promise<bigint> {
  const block = hexOf(height)
  const filter = { address: token, topics: [transferTopic, padded(to)] }
  const logs = Sent.parse(
    await rpc.request('eth_getLogs', [{ ...filter, fromBlock: block, toBlock: block }]),
  )
  return logs.reduce((sum, { data }) => sum + BigInt(data), 0n)
}
