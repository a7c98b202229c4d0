import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { agentPaths } from '@gridloom/contract/agent/protocol'
import { InstanceId, TerminalId } from '@gridloom/contract/ids'
import { Port } from '@gridloom/contract/templates'
import { z } from 'zod'
import { type Clock, deadline } from '../../host/clock.ts'
import type { InstanceKeeper } from '../../instances/keeper.ts'
import { AgentRefused } from '../../refused.ts'
import { type Call, parsePart, readJson, replyJson } from '../call.ts'
import type { Route } from '../router.ts'

const OneTerminal = z.object({ id: InstanceId, terminal: TerminalId })
const OnePort = z.object({ id: InstanceId, port: z.coerce.number().pipe(Port) })
const side = z.coerce.number().int().min(1).max(1_000)
const TerminalSize = z.object({ columns: side, rows: side })

const dialTimeoutMs = 10_000
const rawBytes = { 'content-type': 'application/octet-stream' }

/** Terminals and ports: calls whose bodies are raw bytes both ways. */
export function rawStreamRoutes(keeper: InstanceKeeper, clock: Clock): Route[] {
  return [terminalRoute(keeper), terminalSizeRoute(keeper), portRoute(keeper, clock)]
}

function terminalRoute(keeper: InstanceKeeper): Route {
  return {
    path: agentPaths.terminal,
    answers: {
      POST: async (call) => {
        const { id, terminal } = parsePart(OneTerminal, call.params, 'path')
        const size = parsePart(TerminalSize, Object.fromEntries(call.query), 'query')
        const { stream, resumed } = await keeper.openTerminal(id, terminal, size)
        await joinBytes(call, stream, { 'x-gridloom-resumed': String(resumed) })
      },
    },
  }
}

function terminalSizeRoute(keeper: InstanceKeeper): Route {
  return {
    path: agentPaths.terminalSize,
    answers: {
      PUT: async (call) => {
        const { id, terminal } = parsePart(OneTerminal, call.params, 'path')
        await keeper.resizeTerminal(id, terminal, await readJson(call, TerminalSize))
        replyJson(call, 200, {})
      },
    },
  }
}

function portRoute(keeper: InstanceKeeper, clock: Clock): Route {
  return {
    path: agentPaths.port,
    answers: {
      POST: async (call) => {
        const { id, port } = parsePart(OnePort, call.params, 'path')
        const limit = deadline(clock, dialTimeoutMs, call.signal)
        const socket = await keeper
          .dial(id, port, limit.signal)
          .catch(refusedBy(port))
          .finally(limit.done)
        await joinBytes(call, socket, {})
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

/**
 * Carries bytes both ways until both sides ended. Each direction ends on its own (a half-closed TCP
 * connection goes on answering); when one breaks, both sides are torn down.
 */
async function joinBytes(
  call: Call,
  inside: Duplex,
  headers: Record<string, string>,
): Promise<void> {
  if (call.stream.destroyed) {
    inside.destroy()
    return
  }
  call.stream.respond({ ':status': 200, ...rawBytes, ...headers })
  const { stream } = call
  await Promise.allSettled([pipeline(stream, inside), pipeline(inside, stream)])
  inside.destroy()
}
