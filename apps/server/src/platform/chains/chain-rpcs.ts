import type { Clock } from '@gridloom/async/clock'
import type { Chain } from '@gridloom/contract/wallet/chain'
import { z } from 'zod'

/** A chain with the endpoint that the server reads from, which may hold a key and is not published. */
export interface ReadableChain extends Chain {
  readonly readFrom: string
}

/** Reads one chain. */
export interface ChainRpc {
  readonly chain: Chain
  /**
   * The result of a JSON-RPC call.
   * @throws {ChainDown} when no valid response arrives in time
   * @throws {RpcRefused} when the node refuses the call, such as one that reverts
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>
}

/** The configured chains by id. */
export type ChainRpcs = ReadonlyMap<number, ChainRpc>

/** An endpoint did not answer, or not as JSON-RPC, or for another chain. */
export class ChainDown extends Error {
  override readonly name = 'ChainDown'
}

/** A response has more bytes than the limit: it may be read in parts. */
export class ResponseTooLarge extends ChainDown {}

/** The node answered with an error. */
export class RpcRefused extends Error {
  override readonly name = 'RpcRefused'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A multicall of twenty tokens has some kilobytes. */
const usualLimits: RpcLimits = { timeoutMs: 5_000, responseBytesMax: 256 * 1_024 }

/** What one call to an endpoint may take. */
export interface RpcLimits {
  readonly timeoutMs: number
  readonly responseBytesMax: number
}

interface Options {
  chains: readonly ReadableChain[]
  clock: Clock
  limits?: RpcLimits
}

/** Creates the readers of all chains. They connect when they are first used. */
export function createChainRpcs({ chains, clock, limits = usualLimits }: Options): ChainRpcs {
  return new Map(chains.map((chain) => [chain.id, chainRpc(chain, { clock, limits })]))
}

function chainRpc(
  { readFrom, ...chain }: ReadableChain,
  { clock, limits }: { clock: Clock; limits: RpcLimits },
): ChainRpc {
  let isRightChain = false
  const call = (method: string, params: readonly unknown[]) =>
    post({ url: readFrom, clock, limits, method, params })
  return {
    chain,
    async request(method, params) {
      if (!isRightChain) {
        const id = await call('eth_chainId', [])
        if (Number(id) !== chain.id)
          throw new ChainDown(`the endpoint of chain ${chain.id} answers for chain ${id}`)
        isRightChain = true
      }
      return call(method, params)
    },
  }
}

const Answer = z.union([
  z.looseObject({ error: z.looseObject({ code: z.number(), message: z.string().max(5_000) }) }),
  z.looseObject({ result: z.unknown() }),
])

interface Call {
  url: string
  clock: Clock
  limits: RpcLimits
  method: string
  params: readonly unknown[]
}

async function post(call: Call): Promise<unknown> {
  const answer = Answer.safeParse(await fetchJson(call))
  if (!answer.success) throw new ChainDown('the response is not JSON-RPC')
  const { data } = answer
  if ('error' in data && isRpcError(data.error))
    throw new RpcRefused(data.error.code, data.error.message)
  return data.result
}

function isRpcError(error: unknown): error is { code: number; message: string } {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error
}

async function fetchJson({ url, clock, limits, method, params }: Call): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal: clock.timeout(limits.timeoutMs),
    })
    return JSON.parse(await textOf(response, limits))
  } catch (cause) {
    if (cause instanceof ChainDown) throw cause
    throw new ChainDown(`${method} failed`, { cause })
  }
}

async function textOf({ body }: Response, { responseBytesMax }: RpcLimits): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > responseBytesMax)
      throw new ResponseTooLarge(`a response has over ${responseBytesMax} bytes`)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}
