import type { ChainRpc } from '../../../platform/chains/chain-rpcs.ts'
import { padded, transferTopic } from '../../../platform/chains/transfer-log.ts'
import { ChainAlarm } from './chain-alarm.ts'
import { type BlockRange, halvesOfRange, isOf, isTooMuch, type Log, readLogs } from './read-logs.ts'
import { readPayments } from './read-payments.ts'
import type { FoundTransfer, Transfer } from './transfer.ts'

/** Which transfers are read: those of these tokens to these addresses, and payments to these contracts. */
export interface TransferQuery extends BlockRange {
  readonly tokens: readonly string[]
  readonly addresses: readonly string[]
  /** Contracts that take payments in the chain's coin. */
  readonly contracts: readonly string[]
}

const addressesPerCall = 500

/**
 * Reads transfers, oldest first. A range, and then the list of addresses, is split where the endpoint refuses it as too
 * large. Transfers of nothing are left out: anyone can make them.
 * @throws {ChainDown} @throws {RpcRefused} @throws {ChainAlarm} when one block has too many for one address
 */
export async function readTransfers(rpc: ChainRpc, query: TransferQuery): Promise<Transfer[]> {
  const found: FoundTransfer[] = []
  for (let at = 0; at < query.addresses.length; at += addressesPerCall) {
    const addresses = query.addresses.slice(at, at + addressesPerCall)
    found.push(...(await readSplit(rpc, { ...query, addresses })).map(transferIn))
  }
  if (query.contracts.length > 0) found.push(...(await readPayments(rpc, query, query.contracts)))
  return numbered(found)
}

async function readSplit(rpc: ChainRpc, query: TransferQuery): Promise<Log[]> {
  const { tokens, addresses } = query
  try {
    const topics = [transferTopic, null, addresses.map(padded)]
    const logs = await readLogs(rpc, query, { address: tokens, topics })
    // What was not asked for is not believed.
    return logs.filter((log) => isOf(log, { range: query, address: tokens, topic: transferTopic }))
  } catch (error) {
    if (!isTooMuch(error)) throw error
    const [one, other] = halvesOf(query)
    return [...(await readSplit(rpc, one)), ...(await readSplit(rpc, other))]
  }
}

function halvesOf(query: TransferQuery): readonly [TransferQuery, TransferQuery] {
  const { from, addresses } = query
  const ranges = halvesOfRange(query)
  if (ranges !== undefined)
    return [
      { ...query, ...ranges[0] },
      { ...query, ...ranges[1] },
    ]
  const half = Math.floor(addresses.length / 2)
  if (half === 0)
    throw new ChainAlarm('block_too_large', `block ${from} has too many transfers to one address`)
  return [
    { ...query, addresses: addresses.slice(0, half) },
    { ...query, addresses: addresses.slice(half) },
  ]
}

function transferIn(log: Log): FoundTransfer {
  const [, from = '', to = ''] = log.topics
  return {
    token: log.address,
    from: `0x${from.slice(-40)}`,
    to: `0x${to.slice(-40)}`,
    quote: null,
    amount: BigInt(log.data),
    txHash: log.transactionHash,
    height: log.blockNumber,
    blockHash: log.blockHash,
    logIndex: log.logIndex,
  }
}

function numbered(found: readonly FoundTransfer[]): Transfer[] {
  const inOrder = [...found].sort(
    (one, other) => one.height - other.height || one.logIndex - other.logIndex,
  )
  const counts = new Map<string, number>()
  return inOrder.map(({ logIndex: _, ...one }): Transfer => {
    const group = `${one.txHash} ${one.token} ${one.to} ${one.quote}`
    const ordinal = counts.get(group) ?? 0
    counts.set(group, ordinal + 1)
    return { ...one, ordinal }
  })
}
