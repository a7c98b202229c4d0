import { PassThrough } from 'node:stream'
import { type AgentCall, agentPath } from '@gridloom/contract/agent/call'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { z } from 'zod'
import type { AgentGateway } from '#features/agents/index'

/** One call to a machine. */
export interface Called {
  machineId: MachineId
  method: string
  path: string
  body: unknown
  query: Readonly<Record<string, unknown>>
}

/** Machines without a connection: calls are recorded, and the test sets their responses. */
export interface FakeGateway extends AgentGateway {
  readonly called: Called[]
  /** Machines that are connected; all others are offline. */
  readonly connections: Set<MachineId>
  /** Sets the response to calls of this path, the whole content (a `Buffer`) of downloads. May throw. */
  answer(path: string, give: () => unknown): void
  /** Sets the lines of streams from this path. */
  lineUp(path: string, lines: () => AsyncIterable<unknown> | Iterable<unknown>): void
  /** The machine's ends of the byte streams that were opened, oldest first. */
  readonly opened: PassThrough[]
}

interface CallValues {
  params?: Readonly<Record<string, string | number>> | undefined
  query?: Readonly<Record<string, unknown>> | undefined
  body?: unknown
  bytes?: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined
}

export function fakeGateway(): FakeGateway {
  const called: Called[] = []
  const connections = new Set<MachineId>()
  const answers = new Map<string, () => unknown>()
  const streams = new Map<string, () => AsyncIterable<unknown> | Iterable<unknown>>()
  const opened: PassThrough[] = []

  /** Records a call, and returns its path. */
  function note(machineId: MachineId, call: AgentCall, options: CallValues): string {
    if (!connections.has(machineId)) throw new Refused('machine_offline')
    const { method } = call
    const path = agentPath(call, options.params)
    called.push({ machineId, method, path, body: options.body, query: options.query ?? {} })
    return path
  }

  return {
    called,
    connections,
    opened,
    answer: (path, give) => answers.set(path, give),
    lineUp: (path, lines) => streams.set(path, lines),
    upgrade: () => {},
    subscribe: () => () => {},
    onGone: () => () => {},
    onViolation: () => () => {},
    connected: (machineId) => connections.has(machineId),
    edgeSocket: async () => {
      throw new Refused('machine_offline')
    },
    openBytes: async () => {
      throw new Refused('machine_offline')
    },
    async call(machineId, call, options) {
      const { bytes }: CallValues = options
      const sent = bytes === undefined ? {} : { body: await whole(bytes) }
      const path = note(machineId, call, { ...options, ...sent })
      return parsedBy(call.response, answers.get(path)?.())
    },
    async *lines(machineId, call, options) {
      const path = note(machineId, call, options)
      for await (const line of streams.get(path)?.() ?? []) yield parsedBy(call.response, line)
    },
    stream(machineId, call, options) {
      const path = note(machineId, call, options)
      const lines = streams.get(path)?.() ?? []
      const iterator = (async function* () {
        yield* lines
      })()
      return {
        next: async () => (await iterator.next()).value,
        hangUp: () => void iterator.return(),
      }
    },
    async *download(_machineId, call, options) {
      const given = answers.get(agentPath(call, options.params))?.()
      if (given instanceof Buffer) yield given
    },
    async duplex(machineId, call, options) {
      note(machineId, call, options)
      const stream = new PassThrough()
      opened.push(stream)
      return { stream, headers: {}, trailers: async () => ({}) }
    },
    disconnect: (machineId) => connections.delete(machineId),
    rtt: async () => 1,
    async [Symbol.asyncDispose]() {},
  }
}

async function whole(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(bytes))
}

/** Named cast: a value that the call's own schema has parsed. */
export function parsedBy<T>(schema: z.ZodType, value: unknown): T {
  return schema.parse(value) as T
}
