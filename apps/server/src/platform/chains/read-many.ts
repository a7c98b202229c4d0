import { type ChainRpc, RpcRefused } from './chain-rpcs.ts'

type Hex = `0x${string}`

/** A read of a contract: its address and the encoded call. */
export interface Read {
  to: Hex
  data: Hex
}

/**
 * Reads contracts of one chain in one call, by its multicall contract; without one, each by itself. A read that the
 * contract refuses is `undefined`. @throws {ChainDown}
 */
export async function readMany(
  rpc: ChainRpc,
  reads: readonly Read[],
): Promise<(Hex | undefined)[]> {
  const { multicall_contract: multicall } = rpc.chain
  if (multicall === null) return Promise.all(reads.map((read) => readOne(rpc, read)))
  const { decodeFunctionResult, encodeFunctionData, multicall3Abi: abi } = await import('viem')
  const calls = reads.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
  const data = encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })
  const result = await rpc.request('eth_call', [{ to: multicall, data }, 'latest'])
  if (!isHex(result)) return reads.map(() => undefined)
  const answers = decodeFunctionResult({ abi, functionName: 'aggregate3', data: result })
  return reads.map((_, i) => {
    const answer = answers[i]
    return answer?.success ? answer.returnData : undefined
  })
}

async function readOne(rpc: ChainRpc, { to, data }: Read): Promise<Hex | undefined> {
  try {
    const result = await rpc.request('eth_call', [{ to, data }, 'latest'])
    return isHex(result) ? result : undefined
  } catch (error) {
    // @NOTE the contract refuses this read
    if (error instanceof RpcRefused) return undefined
    throw error
  }
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
}
