import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { sharedReading } from '../../platform/shared-reading.ts'
import { readGpuModels } from './read-gpu-models.ts'
import { readStatistics } from './read-statistics.ts'

/** How long an answer is shared. */
const sharedMs = 30_000

/** Mounts the `statistics` area of the contract. */
export function statisticsRoutes(routes: Routes<Ctx>): void {
  routes.on(api.statistics.read, sharedReading(sharedMs, readStatistics))
  routes.on(api.statistics.gpuModels, sharedReading(sharedMs, readGpuModels))
}
