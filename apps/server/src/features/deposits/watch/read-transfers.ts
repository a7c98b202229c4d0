import { z } from 'zod'
import {
  ChainDown,
  type ChainRpc,
  ResponseTooLarge,
  RpcRefused,
} from '../../../platform/chains/chain-rpcs.ts'
import { padded, transferTopic } from '../../../platform/chains/transfer-log.ts'
import { ChainAlarm } from './chain-alarm.ts'
import { hexOf, Quantity } from './quantity.ts'

/** A transfer of a token, as its log states it. Texts are in lower case. */
export interface Transfer {
  readonly token: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly txHash: string
  /** Of the transaction's transfers of this token to this address, from 0. */
  readonly ordinal: number
  readonly height: number
  readonly blockHash: string
}

/** Which transfers are read: those of these tokens to these addresses, in a range of heights. */
export interface TransferQuery {
  readonly from: number
  readonly to: number
  readonly tokens: readonly string[]
  readonly addresses: readonly string[]
}

const addressesPerCall = 500

const Hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .toLowerCase()
const Logs = z.array(
  z.looseObject({
    address: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/)
      .toLowerCase(),
    // Tokens of other kinds (ERC-721) have four topics in logs of the same name.
    topics: z.array(Hash).max(4),
    data: z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/),
    blockNumber: Quantity,
    blockHash: Hash,
    transactionHash: Hash,
    logIndex: Quantity,
    removed: z.boolean().optional(),
  }),
)
type Log = z.infer<typeof Logs>[number]

/**
 * Reads transfers, oldest first. A range, and then the list of addresses, is split where the endpoint refuses it as too
 * large. Transfers of nothing are left out: anyone can make them.
 * @throws {ChainDown} @throws {RpcRefused} @throws {ChainAlarm} when one block has too many for one address
 */
export async function readTransfers(rpc: ChainRpc, query: TransferQuery): Promise<Transfer[]> {
  const logs: Log[] = []
  for (let at = 0; at < query.addresses.length; at += addressesPerCall) {
    const addresses = query.addresses.slice(at, at + addressesPerCall)
    logs.push(...(await readSplit(rpc, { ...query, addresses })))
  }
  return numbered(logs.filter((log) => isAsked(log, query)))
}

async function readSplit(rpc: ChainRpc, query: TransferQuery): Promise<Log[]> {
  try {
    return await readLogs(rpc, query)
  } catch (error) {
    if (!isTooMuch(error)) throw error
    const [one, other] = halvesOf(query)
    return [...(await readSplit(rpc, one)), ...(await readSplit(rpc, other))]
  }
}

function halvesOf(query: TransferQuery): readonly [TransferQuery, TransferQuery] {
  const { from, to, addresses } = query
  if (from < to) {
    const middle = Math.floor((from + to) / 2)
    return [
      { ...query, to: middle },
      { ...query, from: middle + 1 },
    ]
  }
  const half = Math.floor(addresses.length / 2)
  if (half === 0)
    throw new ChainAlarm('block_too_large', `block ${from} has too many transfers to one address`)
  return [
    { ...query, addresses: addresses.slice(0, half) },
    { ...query, addresses: addresses.slice(half) },
  ]
}

async function readLogs(rpc: ChainRpc, query: TransferQuery): Promise<Log[]> {
  const filter = {
    address: query.tokens,
    topics: [transferTopic, null, query.addresses.map(padded)],
    fromBlock: hexOf(query.from),
    toBlock: hexOf(query.to),
  }
  const logs = Logs.safeParse(await rpc.request('eth_getLogs', [filter]))
  if (!logs.success) throw new ChainDown('the endpoint returned no valid logs')
  return logs.data
}

/** Whether a smaller request may succeed. A refusal for the rate of calls is no such. */
function isTooMuch(error: unknown): boolean {
  if (error instanceof ResponseTooLarge) return true
  if (!(error instanceof RpcRefused)) return false
  if (/rate|per second|capacity|too many requests/i.test(error.message)) return false
  return /range|limit|too (?:many|large|big|wide)|exceed|more than|results|timeout/i.test(
    error.message,
  )
}

/** What was not asked for is not believed. */
function isAsked(log: Log, query: TransferQuery): boolean {
  const [topic, from, to] = log.topics
  return (
    log.removed !== true &&
    topic === transferTopic &&
    log.topics.length === 3 &&
    from !== undefined &&
    to !== undefined &&
    log.data.length === 66 &&
    BigInt(log.data) > 0n &&
    log.blockNumber >= query.from &&
    log.blockNumber <= query.to &&
    query.tokens.includes(log.address)
  )
}

function numbered(logs: readonly Log[]): Transfer[] {
  const inOrder = [...logs].sort(
    (one, other) => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex,
  )
  const counts = new Map<string, number>()
  return inOrder.map((log): Transfer => {
    const [, from = '', to = ''] = log.topics
    const address = `0x${to.slice(-40)}`
    const group = `${log.transactionHash} ${log.address} ${address}`
    const ordinal = counts.get(group) ?? 0
    counts.set(group, ordinal + 1)
    return {
      token: log.address,
      from: `0x${from.slice(-40)}`,
      to: address,
      amount: BigInt(log.data),
      txHash: log.transactionHash,
      ordinal,
      height: log.blockNumber,
      blockHash: log.blockHash,
    }
  })
}
