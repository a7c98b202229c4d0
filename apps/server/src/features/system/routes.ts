import { api } from '@gridloom/contract/api'
import { Refused } from '@gridloom/contract/errors'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { sshGatewayOf } from '../edge/index.ts'
import { readPlatformFee } from '../ledger/index.ts'
import { currentAnnouncements } from '../operator/index.ts'
import { readClientFile } from './clients/client-file.ts'
import type { SystemCtx } from './ctx.ts'
import { openApiDocument } from './openapi.ts'
import { readReadiness } from './readiness.ts'
import { streamEvents } from './stream-events.ts'

/** Mounts the contract's `system` area. */
export function systemRoutes<X extends SystemCtx>(
  routes: Routes<X>,
  all: Pick<AllFeatures<X>, 'checks' | 'spendRate' | 'topics'>,
): void {
  const { system } = api
  // Generated on first request: it takes a third as long as the server's start.
  let document: ReturnType<typeof openApiDocument> | undefined
  routes.on(system.health, async ({ maintenance }) => {
    await maintenance.settled()
    if (maintenance.on()) throw new Refused('under_maintenance')
    return { status: 'ok' as const }
  })
  routes.on(system.ready, (ctx) => readReadiness(ctx, all.checks))
  routes.on(system.config, async ({ db, edge, publicConfig, portAddresses, tcp }) => ({
    ...publicConfig,
    ssh: sshGatewayOf(edge, publicConfig),
    tcp_host: tcp?.host ?? null,
    apps_domain: portAddresses.served()?.domain ?? null,
    platform_fee_basis_points: await readPlatformFee(db),
  }))
  routes.on(system.announcements, (ctx) => currentAnnouncements(ctx))
  routes.on(system.openapi, async ({ publicConfig }) => {
    document ??= openApiDocument(api, publicConfig)
    return document
  })
  routes.download(system.client, ({ publicConfig }, { params }) =>
    readClientFile(params.file, publicConfig),
  )
  routes.stream(system.events, (ctx, _input, after) =>
    streamEvents(ctx, { rules: all.topics, all, after }),
  )
}
