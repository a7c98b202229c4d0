import { api } from '@gridloom/contract/api'
import { Refused } from '@gridloom/contract/errors'
import type { PublicConfig } from '@gridloom/contract/system/public-config'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Routes } from '../../platform/http/routes.ts'
import type { TopicRules } from '../../platform/topic-rules.ts'
import { currentAnnouncements, type MaintenanceWatch } from '../operator/index.ts'
import { openApiDocument } from './openapi.ts'
import { type PartChecks, readReadiness } from './readiness.ts'
import { type SystemCtx, streamEvents } from './stream-events.ts'

export interface SystemOptions<X extends SystemCtx> {
  config: PublicConfig
  checks: PartChecks
  maintenance: Pick<MaintenanceWatch, 'on' | 'settled'>
  topicRules: TopicRules<X>
}

/** Mounts the contract's `system` area. */
export function systemRoutes<X extends SystemCtx>(
  routes: Routes<X>,
  { config, checks, maintenance, topicRules }: SystemOptions<X>,
  all: Pick<AllFeatures, 'spendRate'>,
): void {
  const { system } = api
  // Generated on first request: it takes a third as long as the server's start.
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
    streamEvents(ctx, { rules: topicRules, all, after }),
  )
}
