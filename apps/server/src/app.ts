import { fileURLToPath } from 'node:url'
import { agentUpgrade } from '@gridloom/contract/agent/protocol'
import { product } from '@gridloom/contract/core/product'
import type { AppCtx } from './app-ctx.ts'
import { startBackground } from './background.ts'
import type { Container } from './container.ts'
import { type MaintenanceWatch, watchMaintenance } from './features/operator/index.ts'
import { docsPage, partChecks, type StaticConfig, systemFeature } from './features/system/index.ts'
import { all, features, topicRules } from './features.ts'
import type { Feature } from './platform/feature.ts'
import { closeGently } from './platform/http/close-gently.ts'
import { createRoutes } from './platform/http/mount.ts'
import { originsOf } from './platform/http/page-with-hosts.ts'
import type { Routes } from './platform/http/routes.ts'
import { pagePolicy } from './platform/http/security-headers.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import { recordOutage } from './platform/outages/record-alive.ts'

const webAppFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Time that requests in flight have to finish when the server stops. */
const closeGraceMs = 4_000

/** The HTTP side of the server. Disposing it stops accepting connections and closes the open ones. */
export interface App {
  /** Listens at the configured host and port. Resolves with the address, including the port. */
  listen(): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

interface Options {
  /** On by default. Tests that send thousands of requests turn rate limits off. */
  rateLimits?: 'on' | 'off'
}

/**
 * Mounts every feature, the API reference and the web app on one HTTP server. When a step fails, it closes everything
 * that earlier steps have opened.
 */
export async function createApp(container: Container, options: Options = {}): Promise<App> {
  const { config, clock, log, ids, authenticator, stopping, contextFor } = container
  await using started = new AsyncDisposableStack()
  const http = await createHttpServer({
    log,
    clock,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    rateLimits: options.rateLimits ?? 'on',
    upgrades: { [agentUpgrade]: container.agents.upgrade },
    newRequestId: () => ids.secret().slice(0, 16),
  })
  started.defer(() => closeGently(http, { graceMs: closeGraceMs }))
  started.defer(() => container.agents[Symbol.asyncDispose]())
  const routes = createRoutes({ app: http, clock, authenticator, stopping, contextFor })
  const maintenance = started.use(
    await watchMaintenance({ ...container.system, ownChanges: container.ownChanges }),
  )
  mountFeatures(routes, container, maintenance)
  await docsPage(http, { nonce: ids.secret() })
  const frames = config.turnstile === undefined ? [] : ['https://challenges.cloudflare.com']
  await serveWebApp(http, {
    folder: webAppFolder,
    hosts: config.hosts,
    contentSecurityPolicy: pagePolicy({ frames, connections: originsOf(config.hosts) }),
  })
  await recordOutage(container.system)
  started.use(startBackground(container))
  started.defer(() => container.beginStop())
  const whole = started.move()
  return {
    listen: () => http.listen({ host: config.host, port: config.port }),
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}

/** Mounts every endpoint of the contract, each by its feature. */
function mountFeatures(
  routes: Routes<AppCtx>,
  container: Container,
  maintenance: MaintenanceWatch,
): void {
  const config = publicConfig(container)
  const system = systemFeature({ config, checks: partChecks(container), maintenance, topicRules })
  for (const feature of [...features, system] satisfies readonly Feature<AppCtx>[])
    feature.routes?.(routes, all)
}

/** The configuration that the web app needs before sign-in. */
function publicConfig({ config, system }: Container): StaticConfig {
  const { captcha, loginProviders } = system
  return {
    ...product,
    url: config.publicUrl,
    captcha: captcha.shown,
    login_providers: [...loginProviders.values()].map(({ id, name }) => ({ id, name })),
    hivemind_url: config.links.hivemind ?? null,
    blog_url: config.links.blog ?? null,
    extension_store_url: config.links.extensionStore ?? null,
    extension_id: config.extensionId ?? null,
  }
}
