import { agentPaths } from '@gridloom/contract/agent/protocol'
import { replyJson } from '../call.ts'
import type { Route } from '../router.ts'

/** Starts measuring; refused with 409 (by `start`) while anything on the machine is rented. */
export function benchmarksRoute(start: () => void): Route {
  return {
    path: agentPaths.benchmarks,
    answers: {
      POST: async (call) => {
        start()
        replyJson(call, 202, {})
      },
    },
  }
}
