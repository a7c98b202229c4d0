import type { FinalTransfer } from '@gridloom/domain/deposits/decide-deposit'
import { z } from 'zod'
import {
  type BatchRpc,
  ChainDown,
  type RpcCall,
  type RpcOutcome,
} from '../../../platform/chains/chain-rpcs.ts'
import { padded, transferTopic } from '../../../platform/chains/transfer-log.ts'
import type { WatchedChainParts } from '../ctx.ts'
import { hexOf, wordIn } from './quantity.ts'
import type { Transfer } from './transfer.ts'

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
  const results = await arrivalsOf(rpc, groups)
  return (deposit) => results.get(keyOf(deposit)) ?? 'whole'
}

function keyOf({ token, address, block_height }: Place): string {
  return `${token} ${address} ${block_height}`
}

/** The calls of one address and block: its balance before and after, and what it sent in between. */
const callsOfGroup = 3

async function arrivalsOf(
  rpc: BatchRpc,
  groups: ReadonlyMap<string, readonly Transfer[]>,
): Promise<ReadonlyMap<string, Arrived>> {
  const firsts = [...groups.values()].flatMap(([first]) => (first === undefined ? [] : [first]))
  const outcomes = await rpc.requestAll(
    firsts.flatMap((first) => [
      balanceCall(first, first.height - 1),
      balanceCall(first, first.height),
      sentCall(first),
    ]),
  )
  return new Map(
    [...groups].map(([key, group], i) => [
      key,
      arrivalOf(group, outcomes.slice(i * callsOfGroup, (i + 1) * callsOfGroup)),
    ]),
  )
}

function arrivalOf(
  group: readonly Transfer[],
  [beforeOutcome, afterOutcome, sentOutcome]: readonly RpcOutcome[],
): Arrived {
  const before = wordIn(resultOf(beforeOutcome))
  const after = wordIn(resultOf(afterOutcome))
  const sent = resultOf(sentOutcome)
  // An endpoint without the state of older blocks: the operator decides.
  if (before === undefined || after === undefined || sent === undefined) return 'unknown'
  const left = sumOf(sent)
  const stated = group.reduce((sum, { amount }) => sum + amount, 0n)
  return after + left - before >= stated ? 'whole' : 'less'
}

/** `undefined`: the endpoint refused the call. */
function resultOf(outcome: RpcOutcome | undefined): unknown {
  return outcome !== undefined && 'result' in outcome ? outcome.result : undefined
}

function balanceCall({ token, to }: Transfer, height: number): RpcCall {
  const data = `0x70a08231${padded(to).slice(2)}`
  return { method: 'eth_call', params: [{ to: token, data }, hexOf(height)] }
}

/** What the address sent in the same block, such as to the treasury. */
function sentCall({ token, to, height }: Transfer): RpcCall {
  const block = hexOf(height)
  const filter = { address: token, topics: [transferTopic, padded(to)] }
  return { method: 'eth_getLogs', params: [{ ...filter, fromBlock: block, toBlock: block }] }
}

const Sent = z.array(z.looseObject({ data: z.string().regex(/^0x[0-9a-fA-F]{1,64}$/) }))

function sumOf(sent: unknown): bigint {
  const logs = Sent.safeParse(sent)
  if (!logs.success) throw new ChainDown('the endpoint returned no valid logs')
  return logs.data.reduce((sum, { data }) => sum + BigInt(data), 0n)
}
