import { type Adapters, type AppCtx, type ContextFor, contextsOf } from './app-ctx.ts'
import { type AgentGateway, createAgentGateway } from './features/agents/index.ts'
import { type AuthServices, createAuthServices, type SignInWork } from './features/auth/index.ts'
import { createChatServices } from './features/chat/index.ts'
import { type AgentBundles, createInstallerServices } from './features/installers/index.ts'
import { createInstanceServices } from './features/instances/index.ts'
import { createModelServices } from './features/models/index.ts'
import { createRenderingServices } from './features/rendering/index.ts'
import { all, allScheduled, subscribers } from './features.ts'
import { saveSubscribers } from './platform/business-events/business-events-store.ts'
import { createPlatform, type Platform, type PlatformOptions } from './platform/create-platform.ts'
import {
  type ScheduledWork,
  startScheduledWork,
} from './platform/scheduled-work/start-scheduled-work.ts'

/** The services of the process, constructed once, by hand. */
export interface Container extends Platform, Pick<AuthServices, 'authenticator'> {
  /** The gateway to the agents of connected machines. */
  readonly agents: AgentGateway
  readonly scheduledWork: ScheduledWork
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal
  /** Ends streams and loops before the services that they use are disposed. */
  beginStop(): void
  /** The context of the server's own work, without a caller. */
  readonly system: AppCtx
  readonly contextFor: ContextFor
}

export interface ContainerOptions extends PlatformOptions {
  /** Whether scheduled work runs; on by default. */
  scheduledWork?: 'on' | 'off'
  /** Agent bundles to serve instead of the built ones; for tests. */
  agentBundles?: AgentBundles
  /** The cost of password hashing and of proof-of-work challenges; tests set it low. */
  work?: SignInWork
}

/**
 * Builds every service on a running database. Disposal ends running answers before the services that pay for them, and
 * the database last. If a step fails, the services built before it are disposed in the same order.
 */
export async function createContainer(options: ContainerOptions): Promise<Container> {
  await using built = new AsyncDisposableStack()
  const stop = new AbortController()
  const stopping = stop.signal
  const platform = built.use(await createPlatform(options))
  const { config, log, changes, files } = platform
  const { publicUrl, packageIndex } = config
  const { authenticator, ...auth } = await createAuthServices(platform, options.work)
  const { agentBundles } = options
  const installers = createInstallerServices({ config, files, agentBundles, stopping })
  const instances = createInstanceServices()
  const rendering = built.use(await createRenderingServices(platform))
  const agents = built.use(createAgentGateway(platform))
  const shared = { publicUrl, keySpendOf: all.keySpend, changes, files, agents }
  const models = built.use(await createModelServices({ ...platform, ...shared, packageIndex }))
  const chat = built.use(createChatServices(platform))
  const contextFor = contextsOf(platform, {
    ...shared,
    ...auth.adapters,
    ...installers.adapters,
    ...instances.adapters,
    ...rendering.adapters,
    ...models.adapters,
    ...chat.adapters,
  } satisfies Adapters)
  const actor = { kind: 'system' } as const
  const system = contextFor({ actor, requestId: 'system', signal: stopping, log })
  await platform.transact((tx) => saveSubscribers(tx, subscribers))
  const scheduled = options.scheduledWork === 'off' ? [] : allScheduled
  const scheduledWork = built.use(await startScheduledWork(system, scheduled))
  built.defer(() => stop.abort())
  const whole = built.move()
  return {
    ...platform,
    authenticator,
    agents,
    scheduledWork,
    stopping,
    beginStop: () => stop.abort(),
    system,
    contextFor,
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}
