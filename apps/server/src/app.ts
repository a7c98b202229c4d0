import { fileURLToPath } from 'node:url'
import { startBackground } from './background.ts'
import type { Container } from './container.ts'
import { all, features } from './features.ts'
import { closeGently } from './platform/http/close-gently.ts'
import { createRoutes } from './platform/http/mount.ts'
import { originsOf } from './platform/http/page-with-hosts.ts'
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

/** The hosts of the API, and the relays of wallets. */
function connectionsOf({ hosts, wallet }: Container['config']): string[] {
  const relays = [wallet.exchangeRelay, wallet.walletConnect?.relay]
  return [
    ...originsOf(hosts),
    ...relays.flatMap((relay) => (relay === undefined ? [] : [new URL(relay).origin])),
  ]
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
  const { config, clock, log, ids, authenticator, stopping, contextFor, system } = container
  await using started = new AsyncDisposableStack()
  const upgrades = features.flatMap(({ upgrade }) => upgrade?.(system) ?? [])
  const http = await createHttpServer({
    log,
    clock,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    rateLimits: options.rateLimits ?? 'on',
    upgrades: Object.fromEntries(upgrades.map(({ protocol, take }) => [protocol, take])),
    appsDomain: config.apps?.domain,
    otherHosts: features.flatMap(({ otherHosts }) => otherHosts?.(system) ?? [])[0],
    newRequestId: () => ids.secret().slice(0, 16),
  })
  started.defer(() => closeGently(http, { graceMs: closeGraceMs }))
  for (const one of upgrades) started.use(one)
  const routes = createRoutes({ app: http, clock, authenticator, stopping, contextFor })
  for (const { routes: mount, pages } of features) {
    mount?.(routes, all)
    await pages?.(http, system)
  }
  const frames = config.turnstile === undefined ? [] : ['https://challenges.cloudflare.com']
  await serveWebApp(http, {
    folder: webAppFolder,
    hosts: config.hosts,
    contentSecurityPolicy: pagePolicy({ frames, connections: connectionsOf(config) }),
  })
  await recordOutage(system)
  started.use(startBackground(container))
  started.defer(() => container.beginStop())
  const whole = started.move()
  return {
    listen: () => http.listen({ host: config.host, port: config.port }),
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}
