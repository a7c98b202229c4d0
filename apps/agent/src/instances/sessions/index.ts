import type { SessionProgram, SessionRequest } from '@gridloom/contract/agent/session-calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { assertNever } from '@gridloom/domain/assert-never'
import type { RuntimeSession } from '../../runtime/port.ts'
import type { InstanceTable } from '../instance-table.ts'
import type { InstanceRecord } from '../record.ts'
import type { SessionContext } from './context.ts'
import { startDirect } from './direct-program.ts'
import type { InstanceSessions, OpenedSession } from './instance-sessions.ts'
import type { Launched } from './launcher.ts'
import { createListeners } from './listeners.ts'
import { createPrograms } from './programs.ts'
import { readSshServer } from './read-ssh-server.ts'
import { acceptingSocat, tcpConnectWords, unixConnectWords } from './socat-words.ts'
import { sshServerWords } from './ssh-server-words.ts'
import { createToolbox, type ToolboxProgram } from './toolbox.ts'
import { untilConnected } from './until-connected.ts'

/** The sessions of a running agent. */
export interface RunningSessions {
  sessions: InstanceSessions
  /** Hangs up what an earlier agent left in an instance. */
  hangUpLeft(record: InstanceRecord, signal: AbortSignal): Promise<void>
  /** Hangs up all programs. */
  close(): Promise<void>
}

/** Creates the sessions of the instances in the table. */
export function createSessions(
  context: SessionContext,
  table: Pick<InstanceTable, 'get' | 'running'>,
): RunningSessions {
  const { clock } = context
  const toolbox = createToolbox(context)
  const programs = createPrograms(context, toolbox)
  const listeners = createListeners(context, { programs, toolbox })

  async function open(
    record: InstanceRecord,
    { id, request, signal }: { id: string; request: SessionRequest; signal: AbortSignal },
  ): Promise<OpenedSession> {
    const { program: asked, agent_forwarding: agent, terminal: wanted } = request
    const socket = agent === null ? [] : [listeners.agentSocket({ record, id: agent })]
    const { kind } = asked
    const place = { record, id, signal, count: 'limited' } as const
    const path = (name: ToolboxProgram) => toolbox.program(record, name, signal)
    if (asked.kind === 'subsystem' || asked.kind === 'ssh_server') {
      const words = await directWords(asked, record.spec.instance_id, path)
      const direct = {
        ...{ ...place, launched: { kind: 'program', words } as const },
        ...{ environment: variablesOf(request), user: request.user },
      }
      const { idle, ...program } = await startDirect(context, programs, direct)
      return { ...opened(program, 'framed'), idle }
    }
    // As with sshd, a terminal is for shells and commands alone.
    const terminal = kind === 'shell' || kind === 'command' ? wanted : null
    const launched = await launchedOf(asked, path)
    const program = await programs.start({
      ...{ ...place, launched },
      environment: [
        ...(terminal === null ? [] : [`TERM=${terminal.type}`]),
        ...variablesOf(request),
        ...socket.map((path) => `SSH_AUTH_SOCK=${path}`),
      ],
      user: request.user,
      terminal: terminal ?? undefined,
    })
    if (launched.kind === 'connection') await untilConnected(program.stream, { clock, signal })
    return opened(program, terminal === null ? 'framed' : 'raw')
  }

  return {
    sessions: {
      open: async ({ id, session }, request, signal) =>
        open(table.running(id), { id: session, request, signal }),
      resize: async ({ id, session }, size) =>
        (await programs.find(table.get(id), session)).resize(size),
      signal: async ({ id, session }, kind, signal) =>
        (await programs.find(table.get(id), session)).signal(kind, signal),
      sshServer: async (id, signal) =>
        readSshServer(context, { record: table.running(id), programs, toolbox, signal }),
      listen: async function* ({ id, listener }, request, signal) {
        yield* listeners.listen({ record: table.running(id), id: listener }, request, signal)
      },
      accept: async ({ id, listener }, connection, signal) => {
        const place = { record: table.running(id), id: listener }
        return opened(await listeners.accept(place, connection, signal), 'framed')
      },
    },
    hangUpLeft: (record, signal) =>
      context.runtime.hangUpSessions(
        record.container,
        (id) => programs.has(record.container, id),
        signal,
      ),
    close: programs.close,
  }
}

function variablesOf({ environment }: SessionRequest): string[] {
  return environment.map(({ name, value }) => `${name}=${value}`)
}

/** A program whose connection passes none of the engine's processes. */
type DirectProgram = Extract<SessionProgram, { kind: 'subsystem' | 'ssh_server' }>

async function directWords(
  program: DirectProgram,
  instance: InstanceId,
  path: (name: ToolboxProgram) => Promise<string>,
): Promise<string[]> {
  const isFiles = program.kind === 'subsystem'
  const server = await path(isFiles ? 'sftp-server' : 'sshd')
  await path('socat')
  if (isFiles) return acceptingSocat(`${server} -e`)
  return sshServerWords(instance, { mode: 'serve', keys: program.authorized_keys })
}

async function launchedOf(
  program: Exclude<SessionProgram, DirectProgram>,
  path: (name: ToolboxProgram) => Promise<string>,
): Promise<Launched> {
  switch (program.kind) {
    case 'shell':
      return { kind: 'shell' }
    case 'command':
      return { kind: 'command', command: program.command }
    case 'unix_socket':
      return { kind: 'connection', words: [await path('socat'), ...unixConnectWords(program.path)] }
    case 'tcp': {
      const words = tcpConnectWords(program.host, program.port)
      return { kind: 'connection', words: [await path('socat'), ...words] }
    }
    default:
      return assertNever(program)
  }
}

function opened(
  { stream, release, exitCode }: Pick<RuntimeSession, 'stream' | 'release' | 'exitCode'>,
  output: OpenedSession['output'],
): OpenedSession {
  return { stream, release, output, exitCode }
}
