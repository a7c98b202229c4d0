import { agentPaths, InstanceSpec, SyncRequest } from '@gridloom/contract/agent/protocol'
import { limits } from '@gridloom/contract/core/constants'
import { InstanceId } from '@gridloom/contract/core/ids'
import { Flag } from '@gridloom/contract/core/values'
import { ExecRequest } from '@gridloom/contract/instances/exec'
import { z } from 'zod'
import type { Clock } from '../../host/clock.ts'
import type { InstanceKeeper } from '../../instances/keeper.ts'
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
export function instanceRoutes(keeper: InstanceKeeper, clock: Clock): Route[] {
  return [syncRoute(keeper), specRoute(keeper), logsRoute(keeper, clock), execRoute(keeper, clock)]
}

function syncRoute(keeper: InstanceKeeper): Route {
  return {
    path: agentPaths.sync,
    answers: {
      POST: async (call) => {
        const { instances } = await readJson(call, SyncRequest)
        replyJson(call, 200, keeper.sync(instances))
      },
    },
  }
}

function specRoute(keeper: InstanceKeeper): Route {
  return {
    path: agentPaths.instance,
    answers: {
      PUT: async (call) => {
        const { id } = parsePart(OneInstance, call.params, 'path')
        const spec = await readJson(call, InstanceSpec)
        if (spec.instance_id !== id) {
          throw new AgentRefused('invalid_input', 'The path and the body name different instances.')
        }
        keeper.apply(spec)
        replyJson(call, 202, {})
      },
    },
  }
}

function logsRoute(keeper: InstanceKeeper, clock: Clock): Route {
  return {
    path: agentPaths.logs,
    answers: {
      GET: async (call) => {
        const { id } = parsePart(OneInstance, call.params, 'path')
        const query = Object.fromEntries(call.query)
        const { follow, since, tail, search } = parsePart(LogSelectionQuery, query, 'query')
        const lines = keeper.logs(id, { follow, since, tail, search }, call.signal)
        await replyLinesSoon(call, lines, clock)
      },
    },
  }
}

function execRoute(keeper: InstanceKeeper, clock: Clock): Route {
  return {
    path: agentPaths.exec,
    answers: {
      POST: async (call) => {
        const { id } = parsePart(OneInstance, call.params, 'path')
        const request = await readJson(call, ExecRequest)
        await replyLinesSoon(call, keeper.exec(id, request, call.signal), clock)
      },
    },
  }
}
