import { coinAddress } from '@gridloom/domain/deposits/coin-quotes'
import type { ChainRpc } from '../../../platform/chains/chain-rpcs.ts'
import { ChainAlarm } from './chain-alarm.ts'
import { type BlockRange, halvesOfRange, isOf, isTooMuch, type Log, readLogs } from './read-logs.ts'
import type { FoundTransfer } from './transfer.ts'

/** keccak256 of `Paid(bytes32,address,uint256)`, the first topic of a payment's log. */
const paidTopic = '0x606160394df2742a67735645b7e783304d61d2dbc5b550e8c6acfaf27b6291d7'

/**
 * Reads payments in the coin of a chain: what its contracts logged when they sent the coins on. Contract wallets and calls
 * of other contracts leave the same log.
 * @throws {ChainDown} @throws {RpcRefused} @throws {ChainAlarm} when one block has too many
 */
export async function readPayments(
  rpc: ChainRpc,
  range: BlockRange,
  contracts: readonly string[],
): Promise<FoundTransfer[]> {
  try {
    const logs = await readLogs(rpc, range, { address: contracts, topics: [paidTopic] })
    return logs
      .filter((log) => isOf(log, { range, address: contracts, topic: paidTopic }))
      .map(paymentIn)
  } catch (error) {
    if (!isTooMuch(error)) throw error
    const halves = halvesOfRange(range)
    if (halves === undefined)
      throw new ChainAlarm('block_too_large', `block ${range.from} has too many payments`)
    const [one, other] = halves
    return [
      ...(await readPayments(rpc, one, contracts)),
      ...(await readPayments(rpc, other, contracts)),
    ]
  }
}

function paymentIn(log: Log): FoundTransfer {
  const [, quote = '', payer = ''] = log.topics
  return {
    token: coinAddress,
    from: `0x${payer.slice(-40)}`,
    to: log.address,
    quote,
    amount: BigInt(log.data),
    txHash: log.transactionHash,
    height: log.blockNumber,
    blockHash: log.blockHash,
    logIndex: log.logIndex,
  }
}
