import { fileURLToPath } from 'node:url'
import { agentUpgrade } from '@gridloom/contract/agent/protocol'
import { product } from '@gridloom/contract/core/product'
import type { PublicConfig } from '@gridloom/contract/system/public-config'
import { startBackground } from './background.ts'
import type { AppCtx, Container } from './container.ts'
import { auditRoutes } from './features/audit/index.ts'
import { companyRoutes } from './features/companies/index.ts'
import {
  accountByEmail,
  companyQuota,
  identityRoutes,
  keyQuota,
  keyRoutes,
  membershipRoutes,
  passkeyRoutes,
  profileRoutes,
  providerRoutes,
  type Quota,
  sshKeyRoutes,
} from './features/identity/index.ts'
import {
  answersAtOnceQuota,
  beginAnswer,
  chatQuota,
  chatRoutes,
  chatTextQuota,
  modelRoutes,
  openAiRoutes,
  serveFirstModel,
} from './features/inference/index.ts'
import { installerRoutes } from './features/installers/index.ts'
import {
  countInstances,
  instanceQuota,
  instanceRoutes,
  readBurn,
  renewSshKeys,
} from './features/instances/index.ts'
import { ledgerRoutes } from './features/ledger/index.ts'
import { countMachines, machineQuota, machineRoutes } from './features/machines/index.ts'
import { marketRoutes } from './features/market/index.ts'
import {
  type MaintenanceWatch,
  operatorRoutes,
  watchMaintenance,
} from './features/operator/index.ts'
import { privacyRoutes } from './features/privacy/index.ts'
import {
  addonRoutes,
  countRendering,
  deliveryRoutes,
  forgetRenders,
  hostingRoutes,
  inheritTrust,
  jobQuota,
  jobRoutes,
  openJobQuota,
  readRenderBurn,
  sceneQuota,
  sceneStoreQuota,
  uploadRoutes,
} from './features/rendering/index.ts'
import { docsPage, partChecks, systemRoutes } from './features/system/index.ts'
import { templateRoutes } from './features/templates/index.ts'
import { closeGently } from './platform/http/close-gently.ts'
import { createRoutes } from './platform/http/mount.ts'
import type { Routes } from './platform/http/routes.ts'
import { pagePolicy } from './platform/http/security-headers.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serveWebApp } from './platform/http/web-app.ts'

const webAppFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Calls under way get this long when the server stops. */
const closeGraceMs = 4_000

/** The server's HTTP side. Disposing it stops accepting, and ends what is open. */
export interface App {
  /** Starts to listen where the configuration says. Resolves with the address, port included. */
  listen(): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

interface Options {
  /** On unless told; tests that send thousands of requests turn them off. */
  rateLimits?: 'on' | 'off'
}

/** Puts every feature on one HTTP server, with the API's reference and the web app beside them. */
export async function createApp(container: Container, options: Options = {}): Promise<App> {
  const { config, clock, log, ids, authenticator, stopping, contextFor } = container
  const http = await createHttpServer({
    log,
    clock,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    rateLimits: options.rateLimits ?? 'on',
    upgrades: { [agentUpgrade]: container.agents.upgrade },
    newRequestId: () => ids.secret().slice(0, 16),
  })
  const routes = createRoutes({ app: http, clock, authenticator, stopping, contextFor })
  const maintenance = await watchMaintenance(container.system)
  mountFeatures(routes, container, maintenance)
  await docsPage(http, { nonce: ids.secret() })
  const frames = config.turnstile === undefined ? [] : ['https://challenges.cloudflare.com']
  await serveWebApp(http, {
    folder: webAppFolder,
    contentSecurityPolicy: pagePolicy({ frames }),
  })
  const background = startBackground(container)
  return {
    listen: () => http.listen({ host: config.host, port: config.port }),
    async [Symbol.asyncDispose]() {
      container.beginStop()
      await background[Symbol.asyncDispose]()
      await maintenance[Symbol.asyncDispose]()
      await container.agents[Symbol.asyncDispose]()
      await closeGently(http, { graceMs: closeGraceMs })
    },
  }
}

/** Every endpoint of the contract, each by the feature that it is of. */
function mountFeatures(
  routes: Routes<AppCtx>,
  container: Container,
  maintenance: MaintenanceWatch,
): void {
  identityRoutes(routes)
  providerRoutes(routes)
  passkeyRoutes(routes)
  keyRoutes(routes, { spendOf: container.system.keySpendOf })
  sshKeyRoutes(routes, { renewSshKeys })
  membershipRoutes(routes, { quotas, renewSshKeys })
  companyRoutes(routes, {
    burnOf: readBurn,
    renderBurnOf: readRenderBurn,
    countInstances,
    countMachines,
    countRendering,
    forgetRenders,
  })
  machineRoutes(routes, { enrolledHere: serveFirstModel, enrolledBefore: inheritTrust })
  marketRoutes(routes, { burnOf: readBurn })
  templateRoutes(routes)
  instanceRoutes(routes)
  installerRoutes(routes)
  uploadRoutes(routes)
  addonRoutes(routes)
  jobRoutes(routes)
  deliveryRoutes(routes)
  hostingRoutes(routes)
  modelRoutes(routes)
  openAiRoutes(routes)
  chatRoutes(routes, { beginAnswer })
  ledgerRoutes(routes, { burnOf: readBurn, renderBurnOf: readRenderBurn, accountByEmail })
  profileRoutes(routes)
  auditRoutes(routes)
  privacyRoutes(routes)
  operatorRoutes(routes)
  systemRoutes(routes, {
    config: publicConfig(container),
    checks: partChecks(container),
    maintenance,
  })
}

/** Every quota of a person with the companies they own. */
const quotas: readonly Quota[] = [
  companyQuota,
  keyQuota,
  instanceQuota,
  machineQuota,
  sceneQuota,
  sceneStoreQuota,
  openJobQuota,
  jobQuota,
  chatQuota,
  chatTextQuota,
  answersAtOnceQuota,
]

/** What the web app must know before anyone signs in. */
function publicConfig({ config, captcha, loginProviders }: Container): PublicConfig {
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
