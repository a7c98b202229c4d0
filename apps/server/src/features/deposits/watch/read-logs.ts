import { z } from 'zod'
import {
  ChainDown,
  type ChainRpc,
  ResponseTooLarge,
  RpcRefused,
} from '../../../platform/chains/chain-rpcs.ts'
import { hexOf, Quantity } from './quantity.ts'

/** Blocks by their heights, both included. */
export interface BlockRange {
  readonly from: number
  readonly to: number
}

/** Which logs are read (`eth_getLogs`). */
export interface LogFilter {
  readonly address: readonly string[]
  readonly topics: readonly (string | readonly string[] | null)[]
}

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
/** A log of a contract. Texts are in lower case. */
export type Log = z.infer<typeof Logs>[number]

/** Reads the logs of some blocks. @throws {ChainDown} @throws {RpcRefused} */
export async function readLogs(
  rpc: ChainRpc,
  { from, to }: BlockRange,
  filter: LogFilter,
): Promise<Log[]> {
  const range = { fromBlock: hexOf(from), toBlock: hexOf(to) }
  const logs = Logs.safeParse(await rpc.request('eth_getLogs', [{ ...filter, ...range }]))
  if (!logs.success) throw new ChainDown('the endpoint returned no valid logs')
  return logs.data
}

/** Whether a smaller request may succeed. A refusal for the rate of calls is no such. */
export function isTooMuch(error: unknown): boolean {
  if (error instanceof ResponseTooLarge) return true
  if (!(error instanceof RpcRefused)) return false
  if (/rate|per second|capacity|too many requests/i.test(error.message)) return false
  return /range|limit|too (?:many|large|big|wide)|exceed|more than|results|timeout/i.test(
    error.message,
  )
}

/** The halves of a range; `undefined`: it is one block. */
export function halvesOfRange({
  from,
  to,
}: BlockRange): readonly [BlockRange, BlockRange] | undefined {
  if (from >= to) return undefined
  const middle = Math.floor((from + to) / 2)
  return [
    { from, to: middle },
    { from: middle + 1, to },
  ]
}

/** Whether a log is of these blocks, these contracts and this event, and has one number as its data. */
export function isOf(
  log: Log,
  { range, address, topic }: { range: BlockRange; address: readonly string[]; topic: string },
): boolean {
  return (
    log.removed !== true &&
    log.topics.length === 3 &&
    log.topics[0] === topic &&
    log.data.length === 66 &&
    BigInt(log.data) > 0n &&
    log.blockNumber >= range.from &&
    log.blockNumber <= range.to &&
    address.includes(log.address)
  )
}
