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

/** Reads one chain, also with many calls at once. */
export interface BatchRpc extends ChainRpc {
  /**
   * The outcomes of many calls, in their order, a hundred in one HTTP request. An endpoint that takes one call a request is
   * asked one by one.
   * @throws {ChainDown} when one has no valid response in time
   */
  requestAll(calls: readonly RpcCall[]): Promise<readonly RpcOutcome[]>
}

/** A JSON-RPC call. */
export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** What a node answers to one of many calls. */
export type RpcOutcome = { readonly result: unknown } | { readonly refused: RpcRefused }

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
export function createChainRpcs({
  chains,
  clock,
  limits = usualLimits,
}: Options): ReadonlyMap<number, BatchRpc> {
  return new Map(chains.map((chain) => [chain.id, chainRpc(chain, { clock, limits })]))
}

function chainRpc(
  { readFrom, ...chain }: ReadableChain,
  { clock, limits }: { clock: Clock; limits: RpcLimits },
): BatchRpc {
  let isRightChain = false
  const endpoint = { url: readFrom, clock, limits }
  const call = (method: string, params: readonly unknown[]) => post(endpoint, { method, params })
  async function compareChain(): Promise<void> {
    if (isRightChain) return
    const id = await call('eth_chainId', [])
    if (Number(id) !== chain.id)
      throw new ChainDown(`the endpoint of chain ${chain.id} answers for chain ${id}`)
    isRightChain = true
  }
  return {
    chain,
    async request(method, params) {
      await compareChain()
      return call(method, params)
    },
    async requestAll(calls) {
      await compareChain()
      const outcomes: RpcOutcome[] = []
      for (let from = 0; from < calls.length; from += callsPerRequest)
        outcomes.push(...(await postMany(endpoint, calls.slice(from, from + callsPerRequest))))
      return outcomes
    },
  }
}

/** Endpoints usually accept a hundred or more. */
const callsPerRequest = 100

const Answer = z.union([
  z.looseObject({ error: z.looseObject({ code: z.number(), message: z.string().max(5_000) }) }),
  z.looseObject({ result: z.unknown() }),
])

interface Endpoint {
  url: string
  clock: Clock
  limits: RpcLimits
}

async function post(endpoint: Endpoint, call: RpcCall): Promise<unknown> {
  const outcome = outcomeIn(await fetchJson(endpoint, { id: 1, ...call }))
  if ('refused' in outcome) throw outcome.refused
  return outcome.result
}

function outcomeIn(response: unknown): RpcOutcome {
  const answer = Answer.safeParse(response)
  if (!answer.success) throw new ChainDown('the response is not JSON-RPC')
  const { data } = answer
  if ('error' in data && isRpcError(data.error))
    return { refused: new RpcRefused(data.error.code, data.error.message) }
  return { result: data.result }
}

const Numbered = z.array(z.looseObject({ id: z.int() })).max(callsPerRequest)

/** Many calls as one request; those that it did not answer, as some endpoints take one call alone, follow one by one. */
async function postMany(endpoint: Endpoint, calls: readonly RpcCall[]): Promise<RpcOutcome[]> {
  const response = Numbered.safeParse(
    await fetchJson(
      endpoint,
      calls.map((call, id) => ({ id, ...call })),
    ),
  )
  const answers = new Map(response.data?.map((answer) => [answer.id, answer]))
  const outcomes: RpcOutcome[] = []
  for (const [id, call] of calls.entries())
    outcomes.push(outcomeIn(answers.get(id) ?? (await fetchJson(endpoint, { id: 1, ...call }))))
  return outcomes
}

function isRpcError(error: unknown): error is { code: number; message: string } {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error
}

type NumberedCall = RpcCall & { readonly id: number }

async function fetchJson(
  { url, clock, limits }: Endpoint,
  calls: NumberedCall | readonly NumberedCall[],
): Promise<unknown> {
  const versioned = (call: NumberedCall) => ({ jsonrpc: '2.0', ...call })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify('method' in calls ? versioned(calls) : calls.map(versioned)),
      redirect: 'error',
      signal: clock.timeout(limits.timeoutMs),
    })
    return JSON.parse(await textOf(response, limits))
  } catch (cause) {
    if (cause instanceof ChainDown) throw cause
    const what = 'method' in calls ? calls.method : `${calls.length} calls`
    throw new ChainDown(`${what} failed`, { cause })
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
