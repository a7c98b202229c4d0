import { createDeadline } from '@gridloom/async/deadline'
import { TextLines } from '@gridloom/async/text-lines'
import {
  type ListenerMessage,
  type ListenRequest,
  sessionLimits,
} from '@gridloom/contract/agent/session-calls'
import type { InstanceListenerId } from '@gridloom/contract/core/ids'
import { AgentRefused } from '../../refused.ts'
import type { RuntimeSession } from '../../runtime/port.ts'
import type { InstanceRecord } from '../record.ts'
import type { SessionContext } from './context.ts'
import { type ListenerLine, listenerLineOf } from './listener-lines.ts'
import type { Programs } from './programs.ts'
import { agentSocketPath, joinWords, listenWords } from './socat-words.ts'
import type { Toolbox } from './toolbox.ts'
import { untilConnected } from './until-connected.ts'

const beginLimitMs = 15_000
const lineCharsMax = 500

export interface ListenerOfInstance {
  record: InstanceRecord
  id: InstanceListenerId
}

/** The listeners inside the instances. */
export interface Listeners {
  listen(
    listener: ListenerOfInstance,
    request: ListenRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ListenerMessage, void>
  /** Starts the program that carries a waiting connection. */
  accept(
    listener: ListenerOfInstance,
    connection: number,
    signal: AbortSignal,
  ): Promise<RuntimeSession>
  /** Returns the socket of an `ssh_agent` listener. @throws AgentRefused `not_found` */
  agentSocket(listener: ListenerOfInstance): string
}

interface OpenListener {
  container: string
  kind: ListenRequest['kind']
  /** Connections that wait to be joined, each with the cancel function of its time limit. */
  waiting: Map<number, () => void>
}

export function createListeners(
  { clock }: Pick<SessionContext, 'clock'>,
  { programs, toolbox }: { programs: Programs; toolbox: Toolbox },
): Listeners {
  const open = new Map<string, OpenListener>()
  const keyOf = ({ record, id }: ListenerOfInstance) => `${record.container}/${id}`
  const ofInstance = (record: InstanceRecord) =>
    [...open.values()].filter(({ container }) => container === record.container)

  function admit(listener: ListenerOfInstance): void {
    if (open.has(keyOf(listener)))
      throw new AgentRefused('state_conflict', 'A listener with this id is open.')
    if (ofInstance(listener.record).length < sessionLimits.listeners) return
    throw new AgentRefused(
      'state_conflict',
      `The instance has ${sessionLimits.listeners} listeners, which is the maximum.`,
    )
  }

  async function* listen(
    listener: ListenerOfInstance,
    request: ListenRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ListenerMessage, void> {
    admit(listener)
    const { record, id } = listener
    const key = keyOf(listener)
    const waiting: OpenListener['waiting'] = new Map()
    open.set(key, { container: record.container, kind: request.kind, waiting })
    await using parts = new AsyncDisposableStack()
    parts.defer(() => {
      open.delete(key)
      for (const cancel of waiting.values()) cancel()
    })
    const limit = createDeadline(clock, beginLimitMs, signal)
    parts.defer(limit.done)
    const program = await startListening(listener, request, limit.signal)
    const stop = () => void program.stream.destroy()
    parts.defer(stop)
    limit.signal.addEventListener('abort', stop, { once: true })
    let isListening = false
    for await (const line of linesOf(program)) {
      if (line.kind === 'error' && !isListening) throw failureOf(request, line.text)
      if (line.kind === 'listening' && !isListening) {
        isListening = true
        limit.done()
        yield { kind: 'listening', port: line.port, path: pathOf(request, id) }
      }
      if (line.kind === 'connection' && keep(record, waiting, line.connection))
        yield { kind: 'connection', connection: line.connection }
    }
    if (signal.aborted) return
    throw new AgentRefused('upstream_failed', 'The listener in the instance has ended.')
  }

  async function startListening(
    { record, id }: ListenerOfInstance,
    request: ListenRequest,
    signal: AbortSignal,
  ): Promise<RuntimeSession> {
    const socat = await toolbox.program(record, 'socat', signal)
    const words = [socat, ...listenWords(request, id)]
    const kind = request.kind === 'tcp' ? 'program' : 'private'
    const program = await programs.start({
      ...{ record, id, launched: { kind, words }, signal },
      ...{ environment: [], terminal: undefined, count: 'free' },
    })
    program.stream.end()
    return program
  }

  /** Remembers a connection until it is joined or its time is over; the program inside closes it then. */
  function keep(
    record: InstanceRecord,
    waiting: OpenListener['waiting'],
    connection: number,
  ): boolean {
    const all = ofInstance(record).reduce((sum, { waiting }) => sum + waiting.size, 0)
    if (all >= sessionLimits.waitingConnections) return false
    waiting.get(connection)?.()
    const forget = () => waiting.delete(connection)
    waiting.set(connection, clock.after(sessionLimits.waitingMs, forget))
    return true
  }

  async function accept(
    listener: ListenerOfInstance,
    connection: number,
    signal: AbortSignal,
  ): Promise<RuntimeSession> {
    const { kind, waiting } = open.get(keyOf(listener)) ?? {}
    const cancel = waiting?.get(connection)
    if (kind === undefined || waiting === undefined || cancel === undefined)
      throw new AgentRefused('not_found', 'This connection is not waiting.')
    cancel()
    waiting.delete(connection)
    const { record, id } = listener
    const socat = await toolbox.program(record, 'socat', signal)
    const words = [socat, ...joinWords({ id, kind }, connection)]
    const program = await programs.start({
      ...{ record, id: `${id}-${connection}`, launched: { kind: 'connection', words }, signal },
      ...{ environment: [], terminal: undefined, count: 'limited' },
    })
    await untilConnected(program.stream, { clock, signal })
    return program
  }

  return {
    listen,
    accept,
    agentSocket: (listener) => {
      if (open.get(keyOf(listener))?.kind === 'ssh_agent') return agentSocketPath(listener.id)
      throw new AgentRefused('not_found', 'This listener for an SSH agent does not exist.')
    },
  }
}

/** Yields what the program says on standard error; a container that prints anything else is not read further. */
async function* linesOf(program: RuntimeSession): AsyncGenerator<ListenerLine, void> {
  const lines = new TextLines({ charsMax: lineCharsMax, tooLong: 'throw' })
  for await (const { stream, bytes } of program.output()) {
    if (stream !== 'stderr') continue
    for (const text of lines.add(bytes.toString('latin1'))) {
      const line = listenerLineOf(text)
      if (line !== undefined) yield line
    }
  }
}

function pathOf(request: ListenRequest, id: InstanceListenerId): string | null {
  switch (request.kind) {
    case 'tcp':
      return null
    case 'unix':
      return request.path
    default:
      return agentSocketPath(id)
  }
}

function failureOf(request: ListenRequest, text: string): AgentRefused {
  const what = request.kind === 'tcp' ? `port ${request.port}` : 'the socket'
  if (/address already in use/i.test(text))
    return new AgentRefused('state_conflict', `In the instance, ${what} is in use.`)
  return new AgentRefused('upstream_failed', `The instance cannot listen on ${what}: ${text}`)
}
