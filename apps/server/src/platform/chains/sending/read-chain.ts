import { z } from 'zod'
import { ChainDown, type ChainRpc, RpcRefused } from '../chain-rpcs.ts'
import { balanceData, decimalsData } from './token-calls.ts'

const Quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform((hex) => BigInt(hex))
const Block = z.looseObject({ number: Quantity, baseFeePerGas: Quantity.default(0n) })
const Receipt = z.looseObject({
  blockNumber: Quantity,
  status: Quantity,
  transactionHash: z.string().max(66),
  logs: z
    .array(
      z.looseObject({
        address: z.string().max(42),
        topics: z.array(z.string().max(66)).max(4),
        data: z.string().max(10_000),
      }),
    )
    .max(1_000),
})
export type Receipt = z.infer<typeof Receipt>

/** The state of a chain, as a sender needs it. */
export interface ChainState {
  /** The number of the newest block. */
  readonly head: number
  /** The number of the last block that counts: `confirmations` below the newest. */
  readonly finalBlock: bigint
  /** The first nonce of the sender that is not used as of that block. */
  readonly finalNonce: number
  readonly baseFee: bigint
  readonly priorityFee: bigint
  /** What the sender holds of the chain's coin, in its smallest unit. */
  readonly coin: bigint
}

/** @throws {ChainDown} */
export async function readChain(
  rpc: ChainRpc,
  sender: string,
  confirmations: number,
): Promise<ChainState> {
  const block = await valid(Block, rpc.request('eth_getBlockByNumber', ['latest', false]))
  const finalBlock =
    block.number > BigInt(confirmations) ? block.number - BigInt(confirmations) : 0n
  const at = `0x${finalBlock.toString(16)}`
  const [nonce, coin, priorityFee] = await Promise.all([
    valid(Quantity, rpc.request('eth_getTransactionCount', [sender, at])),
    valid(Quantity, rpc.request('eth_getBalance', [sender, 'latest'])),
    readPriorityFee(rpc),
  ])
  const head = Number(block.number)
  return {
    head,
    finalBlock,
    finalNonce: Number(nonce),
    baseFee: block.baseFeePerGas,
    priorityFee,
    coin,
  }
}

/** The present price of a unit of gas, in wei. @throws {ChainDown} */
export async function readGasPrice(rpc: ChainRpc): Promise<bigint> {
  const block = await valid(Block, rpc.request('eth_getBlockByNumber', ['latest', false]))
  return block.baseFeePerGas + (await readPriorityFee(rpc))
}

const usualPriorityFee = 1_000_000_000n

async function readPriorityFee(rpc: ChainRpc): Promise<bigint> {
  try {
    return await valid(Quantity, rpc.request('eth_maxPriorityFeePerGas', []))
  } catch (error) {
    // @NOTE some nodes do not have this method
    if (error instanceof RpcRefused) return usualPriorityFee
    throw error
  }
}

/** The number of the sender's transactions in blocks and waiting. @throws {ChainDown} */
export async function readNonce(rpc: ChainRpc, sender: string): Promise<number> {
  return Number(await valid(Quantity, rpc.request('eth_getTransactionCount', [sender, 'pending'])))
}

/** What an address holds of a token; `undefined`: the contract is no token of these decimals. @throws {ChainDown} */
export async function readHeld(
  rpc: ChainRpc,
  { token, decimals }: { token: string; decimals: number },
  holder: string,
): Promise<bigint | undefined> {
  const read = async (data: string) =>
    Quantity.safeParse(await rpc.request('eth_call', [{ to: token, data }, 'latest']))
  try {
    const stated = await read(decimalsData)
    if (stated.data !== BigInt(decimals)) return undefined
    return (await read(await balanceData(holder))).data
  } catch (error) {
    // @NOTE the contract has no such function
    if (error instanceof RpcRefused && isRevert(error)) return undefined
    throw asDown(error)
  }
}

/** The receipt of a transaction that is in a block; `undefined`: it is in none. @throws {ChainDown} */
export async function readReceipt(rpc: ChainRpc, hash: string): Promise<Receipt | undefined> {
  const found = await valid(Receipt.nullable(), rpc.request('eth_getTransactionReceipt', [hash]))
  return found ?? undefined
}

/** Whether the node says that the call itself fails, and not that it does not answer now. */
export function isRevert({ code, message }: RpcRefused): boolean {
  return code === 3 || /revert|invalid opcode|out ?of ?gas/i.test(message)
}

/** A node that refuses for another reason, such as too many calls, counts as down. */
export function asDown(error: unknown): unknown {
  return error instanceof RpcRefused ? new ChainDown(error.message, { cause: error }) : error
}

async function valid<T>(shape: z.ZodType<T>, answer: Promise<unknown>): Promise<T> {
  const parsed = shape.safeParse(
    await answer.catch((error: unknown) => {
      throw error instanceof RpcRefused && error.code === -32_601 ? error : asDown(error)
    }),
  )
  if (parsed.success) return parsed.data
  throw new ChainDown('the endpoint answers with something else')
}
