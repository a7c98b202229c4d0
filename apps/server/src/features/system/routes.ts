import { api } from '@gridloom/contract/api'
import { Refused } from '@gridloom/contract/errors'
import type { PublicConfig } from '@gridloom/contract/system/public-config'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Routes } from '../../platform/http/routes.ts'
import type { TopicRules } from '../../platform/topic-rules.ts'
import { readPlatformFee } from '../ledger/index.ts'
import { currentAnnouncements, type MaintenanceWatch } from '../operator/index.ts'
import { readClientFile } from './clients/client-file.ts'
import { openApiDocument } from './openapi.ts'
import { type PartChecks, readReadiness } from './readiness.ts'
import { type SystemCtx, streamEvents } from './stream-events.ts'

/** The part of the public configuration that is fixed while the server runs. */
export type StaticConfig = Omit<PublicConfig, 'platform_fee_basis_points'>

export interface SystemOptions<X extends SystemCtx> {
  config: StaticConfig
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
  routes.on(system.config, async ({ db }) => ({
    ...config,
    platform_fee_basis_points: await readPlatformFee(db),
  }))
  routes.on(system.announcements, (ctx) => currentAnnouncements(ctx))
  routes.on(system.openapi, async () => {
    document ??= openApiDocument(api, config)
    return document
  })
  routes.download(system.client, (_ctx, { params }) => readClientFile(params.file, config))
  routes.stream(system.events, (ctx, _input, after) =>
    streamEvents(ctx, { rules: topicRules, all, after }),
  )
}
