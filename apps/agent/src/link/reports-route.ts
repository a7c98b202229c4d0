import { coreCalls } from '@gridloom/contract/agent/core-calls'
import { handleLines } from './handle.ts'
import { type ReportSources, reportMessages } from './reports.ts'
import type { Route } from './router.ts'

/** Serves the report stream. Every call gets its own, which begins with a `hello`. */
export function reportsRoute(sources: ReportSources): Route {
  return handleLines(coreCalls.reports, sources.clock, ({ signal }) =>
    reportMessages(sources, signal),
  )
}
