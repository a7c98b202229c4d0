import { api } from '@gridloom/contract/api'
import { Refused } from '@gridloom/contract/errors'
import type { PublicConfig } from '@gridloom/contract/system/public-config'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { currentAnnouncements, type MaintenanceWatch } from '../operator/index.ts'
import { openApiDocument } from './openapi.ts'
import { type PartChecks, readReadiness } from './readiness.ts'
import { type SystemCtx, streamEvents } from './stream-events.ts'

export interface SystemOptions {
  config: PublicConfig
  checks: PartChecks
  maintenance: Pick<MaintenanceWatch, 'on' | 'settled'>
}

/** Mounts the contract's `system` area. */
export function systemRoutes(
  routes: Routes<SystemCtx>,
  { config, checks, maintenance }: SystemOptions,
  all: Pick<AllFeatures, 'spendRate'>,
): void {
  const { system } = api
  // Made when somebody asks: it takes as long as a third of the server's start.
  let document: ReturnType<typeof openApiDocument> | undefined
  routes.on(system.health, async () => {
    await maintenance.settled()
    if (maintenance.on()) throw new Refused('under_maintenance')
    return { status: 'ok' as const }
  })
  routes.on(system.ready, () => readReadiness(checks))
  routes.on(system.config, async () => config)
  routes.on(system.announcements, (ctx) => currentAnnouncements(ctx))
  routes.on(system.openapi, async () => {
    document ??= openApiDocument(api, config)
    return document
  })
  routes.stream(system.events, (ctx, _input, after) =>
    streamEvents({ ...ctx, spendRate: all.spendRate }, after),
  )
}
