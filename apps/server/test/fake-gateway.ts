import { PassThrough } from 'node:stream'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { AgentGateway } from '#features/agents/index'

/** One call that was made to a machine. */
export interface Called {
  machineId: MachineId
  method: string
  path: string
  body: unknown
  query: Readonly<Record<string, unknown>>
}

/** Machines without a connection: what is asked of them is written down, and what they answer is set by the test. */
export interface FakeGateway extends AgentGateway {
  readonly called: Called[]
  /** Machines that are connected; all others are offline. */
  readonly connections: Set<MachineId>
  /** What a call to this path gives, in place of nothing. May throw. */
  answer(path: string, give: () => unknown): void
  /** What a stream of lines from this path gives. */
  lineUp(path: string, lines: () => AsyncIterable<unknown> | Iterable<unknown>): void
  /** The machine's ends of the byte streams that were opened, oldest first. */
  readonly opened: PassThrough[]
}

export function fakeGateway(): FakeGateway {
  const called: Called[] = []
  const connections = new Set<MachineId>()
  const answers = new Map<string, () => unknown>()
  const streams = new Map<string, () => AsyncIterable<unknown> | Iterable<unknown>>()
  const opened: PassThrough[] = []

  function note(call: Omit<Called, 'body' | 'query'> & Partial<Called>): void {
    if (!connections.has(call.machineId)) throw new Refused('machine_offline')
    const { machineId, method, path } = call
    called.push({ machineId, method, path, body: call.body, query: call.query ?? {} })
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
    async call(call) {
      note(call)
      return call.schema.parse(answers.get(call.path)?.())
    },
    async *lines(call) {
      note(call)
      for await (const line of streams.get(call.path)?.() ?? []) yield call.schema.parse(line)
    },
    stream(question) {
      note({ ...question, method: 'POST' })
      const lines = streams.get(question.path)?.() ?? []
      const iterator = (async function* () {
        yield* lines
      })()
      return {
        next: async () => (await iterator.next()).value,
        hangUp: () => void iterator.return(),
      }
    },
    async *download() {},
    async duplex(call) {
      note({ ...call, method: 'POST' })
      const stream = new PassThrough()
      opened.push(stream)
      return { stream, headers: {}, trailers: async () => ({}) }
    },
    disconnect: (machineId) => connections.delete(machineId),
    rtt: async () => 1,
    async [Symbol.asyncDispose]() {},
  }
}
