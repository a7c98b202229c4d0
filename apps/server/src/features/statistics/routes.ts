import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { cachedStatistics } from './cached-statistics.ts'
import { readStatistics } from './read-statistics.ts'

/** Mounts the `statistics` area of the contract. */
export function statisticsRoutes(routes: Routes<Ctx>): void {
  routes.on(api.statistics.read, cachedStatistics(readStatistics))
}
