import { Socket } from 'node:net'
import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { imageCalls } from '@gridloom/contract/agent/image-calls'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { terminalExitCode } from '@gridloom/contract/agent/protocol'
import { handleDuplex, handleLines, handleValue, type RequestHead } from '../link/handle.ts'
import type { RawStream } from '../link/raw-streams.ts'
import type { Route } from '../link/router.ts'
import { AgentRefused } from '../refused.ts'
import type { InstanceManager } from './instance-manager.ts'
import type { UsageJournal } from './usage-journal.ts'

const dialTimeoutMs = 10_000
/** The exit code arrives shortly after the end of a shell; the end of the stream waits for it this long. */
const exitCodeTimeoutMs = 5_000

/** Serves specs, logs and commands of the machine's instances, and byte streams into them. */
export function instanceRoutes(manager: InstanceManager, clock: Clock): Route[] {
  return [
    handleValue(instanceCalls.sync, ({ body }) => manager.sync(body.instances)),
    handleValue(imageCalls.prepare, ({ body }) => ({ images: manager.prepared.set(body.images) })),
    handleValue(instanceCalls.apply, ({ params, body }) => {
      if (body.instance_id !== params.id)
        throw new AgentRefused('invalid_input', 'The path and the body name different instances.')
      manager.apply(body)
    }),
    handleLines(instanceCalls.logs, clock, ({ params, query, signal }) => {
      const { follow, since, tail, search } = query
      return manager.logs(params.id, { follow, since, tail, search }, signal)
    }),
    handleLines(instanceCalls.exec, clock, ({ params, body, signal }) =>
      manager.exec(params.id, body, signal),
    ),
    handleDuplex(instanceCalls.terminal, clock, (request) => openTerminal(manager, clock, request)),
    handleValue(instanceCalls.resizeTerminal, ({ params, body }) =>
      manager.resizeTerminal(params.id, params.terminal, body),
    ),
    handleDuplex(instanceCalls.port, clock, (request) => dialPort(manager, clock, request)),
    handleValue(instanceCalls.listening, ({ params, signal }) =>
      manager.listening(params.id, signal),
    ),
  ]
}

/** Serves what the machine counted while it could not report. */
export function usageRoutes(journal: UsageJournal): Route[] {
  return [
    handleValue(instanceCalls.readUsage, ({ query }) => journal.page(query.after)),
    handleValue(instanceCalls.forgetUsage, ({ body }) => journal.forget(body.through)),
  ]
}

async function openTerminal(
  manager: InstanceManager,
  clock: Clock,
  { params, query, signal }: RequestHead<typeof instanceCalls.terminal>,
): Promise<RawStream> {
  const attached = await manager.openTerminal(params.id, params.terminal, query)
  return {
    stream: attached.stream,
    headers: { 'x-gridloom-resumed': String(attached.resumed) },
    trailers: async (): Promise<Record<string, string>> => {
      const limit = createDeadline(clock, exitCodeTimeoutMs, signal)
      const code = await attached.exitCode(limit.signal).finally(limit.done)
      return code === null ? {} : { [terminalExitCode]: String(code) }
    },
  }
}

async function dialPort(
  manager: InstanceManager,
  clock: Clock,
  { params: { id, port }, signal }: RequestHead<typeof instanceCalls.port>,
): Promise<RawStream> {
  const limit = createDeadline(clock, dialTimeoutMs, signal)
  const dialled = manager.dial(id, port, limit.signal)
  const stream = await dialled.catch(refusedBy(port)).finally(limit.done)
  // A program must not take what its client broke off for all of it.
  const breakOff = () => void (stream instanceof Socket && stream.resetAndDestroy())
  return { stream, headers: {}, breakOff }
}

function refusedBy(port: number): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof AgentRefused) throw cause
    throw new AgentRefused('upstream_failed', `Nothing is listening on port ${port}.`, { cause })
  }
}
