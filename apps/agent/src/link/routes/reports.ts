import { agentPaths } from '@gridloom/contract/agent/protocol'
import { replyLinesSoon } from '../lines.ts'
import { type ReportSources, reportMessages } from '../reports.ts'
import type { Route } from '../router.ts'

/** The report stream. Every call has its own, which begins with a `hello`. */
export function reportsRoute(sources: ReportSources): Route {
  return {
    path: agentPaths.reports,
    answers: {
      GET: (call) => replyLinesSoon(call, reportMessages(sources, call.signal), sources.clock),
    },
  }
}
