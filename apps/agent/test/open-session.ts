import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { systemClock } from '@gridloom/async/clock'
import { agentPath } from '@gridloom/contract/agent/call'
import {
  ListenerMessage,
  type ListenRequest,
  type SessionRequest,
  sessionCalls,
} from '@gridloom/contract/agent/session-calls'
import { noContainerOptions } from '@gridloom/contract/templates/docker-options'
import { eventually } from '@gridloom/testkit/eventually'
import { expect } from 'vitest'
import type { z } from 'zod'
import { execute } from '../src/host/execute.ts'
import { containerName } from '../src/instances/names.ts'
import { launchCommand } from '../src/instances/sessions/launcher.ts'
import { sessionRoutes } from '../src/instances/sessions/routes.ts'
import { readLogFrames } from '../src/runtime/docker/log-frames.ts'
import { packTar } from '../src/runtime/pack-tar.ts'
import type { ContainerRuntime } from '../src/runtime/port.ts'
import { type AgentConnection, linesOf, responseOf } from './agent-connection.ts'
import { aSpec } from './builders.ts'
import { newInstanceId, ownRuntime, startDockerManager } from './docker-manager.ts'
import { serveRoutes } from './serve-routes.ts'
import { newListenerId, newSessionId } from './session-ids.ts'
import { toolboxFolder, withToolbox } from './toolbox.ts'
import { unpackedToolbox } from './unpacked-toolbox.ts'

/** What a session did until its end. */
export interface SessionResult {
  stdout: string
  stderr: string
  /** The trailer; `undefined` where there was none. */
  exitCode: string | undefined
}

/** Opens a stream whose body begins with the request, and waits for its answer. */
export async function openSession(
  connection: AgentConnection,
  path: string,
  request?: z.input<typeof SessionRequest>,
) {
  const stream = connection.open('POST', path)
  let exitCode: string | undefined
  stream.once('trailers', (trailers) => {
    exitCode = trailers['x-gridloom-exit-code']?.toString()
  })
  if (request !== undefined) stream.write(`${JSON.stringify(request)}\n`)
  const headers = await responseOf(stream)
  const status = Number(headers[':status'])
  if (status !== 200) throw new Error(`${status} ${await text(stream)}`)
  return {
    stream,
    headers,
    /** Ends the input, and reads the framed outputs to their end. */
    finish: async (input?: string | Uint8Array): Promise<SessionResult> => {
      stream.end(input)
      const received = { stdout: '', stderr: '' }
      for await (const { stream: kind, bytes } of readLogFrames(stream))
        received[kind] += bytes.toString('latin1')
      return { ...received, exitCode }
    },
    /** Reads raw output until it has a mark, or to its end. */
    readUntil: async (mark: string): Promise<string> => {
      let seen = ''
      for (;;) {
        const part = stream.read()
        if (part !== null) seen += part.toString('latin1')
        if (seen.includes(mark) || stream.readableEnded) return seen
        if (part === null) await new Promise((go) => stream.once('readable', go).once('end', go))
      }
    },
    exitCode: () => exitCode,
  }
}

/** Starts an instance on a real engine, with connections on which its sessions are served. */
export async function startSessionInstance({
  toolbox = 'mounted',
  image = 'base',
  env = {},
  user = null,
}: {
  /** `built`: the one that instances get; `mounted`: a smaller one, which needs no build. */
  toolbox?: 'mounted' | 'built' | 'missing'
  image?: 'base' | 'empty'
  env?: Record<string, string>
  user?: string | null
} = {}) {
  await using parts = new AsyncDisposableStack()
  const folder = toolbox === 'built' ? (await unpackedToolbox()).folder : await toolboxFolder()
  const withOrWithout = async (owner: string) => {
    const own = await ownRuntime(owner)
    return toolbox === 'missing' ? own : withToolbox(own, folder)
  }
  const machine = parts.use(await startDockerManager(withOrWithout, [emptyImage]))
  const engine = machine.runtime
  const id = newInstanceId()
  const options = { ...noContainerOptions, user }
  const spec = aSpec({ instance_id: id, env, options, ...(await specOf(engine, image)) })
  const { ready, reason } = await machine.runReady(spec)
  if (!ready) throw new Error(`the instance does not run: ${reason?.text}`)
  const { connection } = parts.use(
    await serveRoutes(sessionRoutes(machine.manager.sessions, systemClock)),
  )
  const name = containerName(id)
  const processes = async () => {
    const found = await run(['docker', 'top', name, '-eo', 'pid,args'])
    return found.split('\n').slice(1).join('\n')
  }
  const ended = parts.move()
  const open = (
    request: Partial<z.input<typeof SessionRequest>> & Pick<SessionRequest, 'program'>,
    session = newSessionId(),
  ) => openSession(connection, agentPath(sessionCalls.open, { id, session }), request)
  return {
    machine,
    id,
    name,
    connection,
    open,
    /** Runs a command without a terminal to its end. */
    run: async (command: string, input?: string | Uint8Array) =>
      (await open({ program: { kind: 'command', command } })).finish(input),
    /** Starts a command as an agent that is killed leaves it. */
    leaveSession: (command: string, session = newSessionId()) => {
      const launched = launchCommand('/bin/sh', session, { kind: 'command', command })
      const settings = { id: session, command: launched, env: [], terminal: undefined }
      return engine.openSession(name, settings, AbortSignal.timeout(20_000))
    },
    stop: async () => {
      machine.manager.apply({ ...spec, generation: 2, desired: 'stopped' })
      await machine.until(id, ({ phase }) => phase === 'stopped')
    },
    /** The command lines of all processes, one a line. */
    processes,
    untilThere: (pattern: string) =>
      eventually(async () => expect(await processes()).toMatch(new RegExp(pattern))),
    untilGone: (pattern: string, timeoutMs: number) =>
      expect.poll(processes, { timeout: timeoutMs }).not.toMatch(new RegExp(pattern)),
    listen: async (request: ListenRequest, listener = newListenerId()) => {
      const stream = connection.open('POST', agentPath(sessionCalls.listen, { id, listener }))
      stream.end(JSON.stringify(request))
      const { ':status': status } = await responseOf(stream)
      if (Number(status) !== 200) throw new Error(`${status} ${await text(stream)}`)
      const lines = linesOf(stream)
      const next = async () =>
        ListenerMessage.parse(JSON.parse((await lines.next()).value ?? 'null'))
      return {
        listener,
        stream,
        /** Returns where it listens, which its first line says. */
        listening: async () => {
          const message = await next()
          if (message.kind !== 'listening') throw new Error('it does not listen')
          return { port: message.port, path: message.path }
        },
        /** Returns the number of its next connection. */
        connection: async () => {
          const message = await next()
          if (message.kind !== 'connection') throw new Error('no connection')
          return message.connection
        },
        accept: (connectionNumber: number) => {
          const params = { id, listener, connection: connectionNumber }
          return openSession(connection, agentPath(sessionCalls.accept, params))
        },
      }
    },
    [Symbol.asyncDispose]: () => ended.disposeAsync(),
  }
}

const emptyImage = 'gridloom-test/empty:1'

/** Returns the image, and how an instance of it is kept running. */
async function specOf(engine: ContainerRuntime, image: 'base' | 'empty') {
  if (image === 'base') return { image: 'gridloom/base:latest' }
  const archive = Readable.from([
    await packTar([{ name: 'tmp/', type: 'directory', mode: 0o1777 }]),
  ])
  const signal = AbortSignal.timeout(20_000)
  const kind = 'root_file_system' as const
  await engine.importImage({ image: emptyImage, stream: archive, kind, changes: [] }, signal)
  const words = '/.gridloom/bin/sh -c "while :; do sleep 60; done"'
  return { image: emptyImage, launch_mode: 'entrypoint' as const, on_start_script: words }
}

async function run(argv: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await execute(argv, { timeoutMs: 20_000 })
  if (exitCode !== 0) throw new Error(stderr)
  return stdout
}
