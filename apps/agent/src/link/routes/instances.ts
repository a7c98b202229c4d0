import type { Clock } from '@gridloom/async/clock'
import { agentPaths, InstanceSpec, SyncRequest } from '@gridloom/contract/agent/protocol'
import { limits } from '@gridloom/contract/core/constants'
import { InstanceId } from '@gridloom/contract/core/ids'
import { Flag } from '@gridloom/contract/core/values'
import { ExecRequest } from '@gridloom/contract/instances/exec'
import { z } from 'zod'
import type { InstanceManager } from '../../instances/instance-manager.ts'
import { AgentRefused } from '../../refused.ts'
import { parsePart, readJson, replyJson } from '../call.ts'
import { replyLinesSoon } from '../lines.ts'
import type { Route } from '../router.ts'

const OneInstance = z.object({ id: InstanceId })

const LogSelectionQuery = z.object({
  follow: Flag.default(false),
  since: z.string().max(40).optional(),
  tail: z.coerce.number().int().min(0).default(limits.logTailLines),
  search: z.string().max(200).optional(),
})

/** What the machine should hold, what its instances write, and commands inside them. */
export function instanceRoutes(manager: InstanceManager, clock: Clock): Route[] {
  return [
    syncRoute(manager),
    specRoute(manager),
    logsRoute(manager, clock),
    execRoute(manager, clock),
  ]
}

function syncRoute(manager: InstanceManager): Route {
  return {
    path: agentPaths.sync,
    answers: {
      POST: async (call) => {
        const { instances } = await readJson(call, SyncRequest)
        replyJson(call, 200, manager.sync(instances))
      },
    },
  }
}

function specRoute(manager: InstanceManager): Route {
  return {
    path: agentPaths.instance,
    answers: {
      PUT: async (call) => {
        const { id } = parsePart(OneInstance, call.params, 'path')
        const spec = await readJson(call, InstanceSpec)
        if (spec.instance_id !== id) {
          throw new AgentRefused('invalid_input', 'The path and the body name different instances.')
        }
        manager.apply(spec)
        replyJson(call, 202, {})
      },
    },
  }
}

function logsRoute(manager: InstanceManager, clock: Clock): Route {
  return {
    path: agentPaths.logs,
    answers: {
      GET: async (call) => {
        const { id } = parsePart(OneInstance, call.params, 'path')
        const query = Object.fromEntries(call.query)
        const { follow, since, tail, search } = parsePart(LogSelectionQuery, query, 'query')
        const lines = manager.logs(id, { follow, since, tail, search }, call.signal)
        await replyLinesSoon(call, lines, clock)
      },
    },
  }
}

function execRoute(manager: InstanceManager, clock: Clock): Route {
  return {
    path: agentPaths.exec,
    answers: {
      POST: async (call) => {
        const { id } = parsePart(OneInstance, call.params, 'path')
        const request = await readJson(call, ExecRequest)
        await replyLinesSoon(call, manager.exec(id, request, call.signal), clock)
      },
    },
  }
}
