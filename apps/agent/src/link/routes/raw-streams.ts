import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { agentPaths, terminalExitCode } from '@gridloom/contract/agent/protocol'
import { InstanceId, TerminalId } from '@gridloom/contract/core/ids'
import { Port } from '@gridloom/contract/templates/template'
import { z } from 'zod'
import type { InstanceManager } from '../../instances/instance-manager.ts'
import { AgentRefused } from '../../refused.ts'
import { type Call, parsePart, readJson, replyJson } from '../call.ts'
import type { Route } from '../router.ts'

const OneTerminal = z.object({ id: InstanceId, terminal: TerminalId })
const OnePort = z.object({ id: InstanceId, port: z.coerce.number().pipe(Port) })
const side = z.coerce.number().int().min(1).max(1_000)
const TerminalSize = z.object({ columns: side, rows: side })

const dialTimeoutMs = 10_000
/** The exit code follows the end of a shell by a moment; who waits for the end waits this long for it. */
const exitCodeTimeoutMs = 5_000
const rawBytes = { 'content-type': 'application/octet-stream' }

/** Terminals and ports: calls whose bodies are raw bytes both ways. */
export function rawStreamRoutes(manager: InstanceManager, clock: Clock): Route[] {
  return [terminalRoute(manager, clock), terminalSizeRoute(manager), portRoute(manager, clock)]
}

function terminalRoute(manager: InstanceManager, clock: Clock): Route {
  return {
    path: agentPaths.terminal,
    answers: {
      POST: async (call) => {
        const { id, terminal } = parsePart(OneTerminal, call.params, 'path')
        const size = parsePart(TerminalSize, Object.fromEntries(call.query), 'query')
        const { stream, resumed, exitCode } = await manager.openTerminal(id, terminal, size)
        const headers = { 'x-gridloom-resumed': String(resumed) }
        const trailers = async (): Promise<Record<string, string>> => {
          const limit = createDeadline(clock, exitCodeTimeoutMs, call.signal)
          const code = await exitCode(limit.signal).finally(limit.done)
          return code === null ? {} : { [terminalExitCode]: String(code) }
        }
        await joinBytes(call, stream, { headers, trailers })
      },
    },
  }
}

function terminalSizeRoute(manager: InstanceManager): Route {
  return {
    path: agentPaths.terminalSize,
    answers: {
      PUT: async (call) => {
        const { id, terminal } = parsePart(OneTerminal, call.params, 'path')
        await manager.resizeTerminal(id, terminal, await readJson(call, TerminalSize))
        replyJson(call, 200, {})
      },
    },
  }
}

function portRoute(manager: InstanceManager, clock: Clock): Route {
  return {
    path: agentPaths.port,
    answers: {
      POST: async (call) => {
        const { id, port } = parsePart(OnePort, call.params, 'path')
        const limit = createDeadline(clock, dialTimeoutMs, call.signal)
        const socket = await manager
          .dial(id, port, limit.signal)
          .catch(refusedBy(port))
          .finally(limit.done)
        await joinBytes(call, socket, { headers: {} })
      },
    },
  }
}

function refusedBy(port: number): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof AgentRefused) throw cause
    throw new AgentRefused('upstream_failed', `Nothing answers on port ${port}.`, { cause })
  }
}

/** What goes before the bytes, and what is found out only after the last of them. */
interface Around {
  headers: Record<string, string>
  trailers?: () => Promise<Record<string, string>>
}

/**
 * Carries bytes both ways until both sides ended. Each direction ends on its own (a half-closed TCP
 * connection goes on answering); when one breaks, both sides are torn down.
 */
async function joinBytes(call: Call, inside: Duplex, { headers, trailers }: Around): Promise<void> {
  if (call.stream.destroyed) {
    inside.destroy()
    return
  }
  const { stream } = call
  const waitForTrailers = trailers !== undefined
  stream.respond({ ':status': 200, ...rawBytes, ...headers }, { waitForTrailers })
  // Without an answer to this the stream would stay open.
  stream.once('wantTrailers', () => void sendTrailers(call, trailers))
  await Promise.allSettled([pipeline(stream, inside), pipeline(inside, stream)])
  inside.destroy()
}

async function sendTrailers({ stream }: Call, trailers: Around['trailers']): Promise<void> {
  // @NOTE an exit code that cannot be had is left out; the stream has to end all the same
  const found = await trailers?.().catch(() => ({}))
  if (!stream.destroyed) stream.sendTrailers(found ?? {})
}
