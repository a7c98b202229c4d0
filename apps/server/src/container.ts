import { type Adapters, type AppCtx, type ContextFor, contextsOf } from './app-ctx.ts'
import { type AgentGateway, createAgentGateway } from './features/agents/index.ts'
import { type AuthServices, createAuthServices, type SignInWork } from './features/auth/index.ts'
import { createChatServices } from './features/chat/index.ts'
import { type AgentBundles, createInstallerServices } from './features/installers/index.ts'
import { createInstanceServices } from './features/instances/index.ts'
import { createModelServices } from './features/models/index.ts'
import { createRenderingServices } from './features/rendering/index.ts'
import { all, features, subscribers } from './features.ts'
import { saveSubscribers } from './platform/business-events/business-events-store.ts'
import { tidyBusinessEvents } from './platform/business-events/tidy-business-events.ts'
import { createPlatform, type Platform, type PlatformOptions } from './platform/create-platform.ts'
import { type Jobs, noJobs, type ScheduledJob, startJobs } from './platform/jobs.ts'
import { tidyEvents } from './platform/tidy-events.ts'

/** The services of the process, built once and by hand. */
export interface Container extends Platform, Pick<AuthServices, 'authenticator'> {
  /** The connections of the machines. */
  readonly agents: AgentGateway
  readonly jobs: Jobs
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal
  /** Ends streams and loops, ahead of disposing what they stand on. */
  beginStop(): void
  /** The context of the server's own work. */
  readonly system: AppCtx
  readonly contextFor: ContextFor
}

export interface ContainerOptions extends PlatformOptions {
  /** Scheduled work; on unless told. */
  jobs?: 'on' | 'off'
  /** Agent bundles to serve, instead of those built here; for tests. */
  agentBundles?: AgentBundles
  /** Tests want little work. */
  work?: SignInWork
}

/**
 * Builds everything on a database that is up. Disposing it ends running answers before the services that pay for them,
 * and the database last; a step that fails disposes, in the same order, what was built before it.
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
  const jobs = built.use(options.jobs === 'off' ? noJobs() : await startScheduled(platform, system))
  built.defer(() => stop.abort())
  const whole = built.move()
  return {
    ...platform,
    authenticator,
    agents,
    jobs,
    stopping,
    beginStop: () => stop.abort(),
    system,
    contextFor,
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}

/** Starts what features do by the clock, and the platform's own. */
function startScheduled({ databaseUrl: url, log }: Platform, ctx: AppCtx): Promise<Jobs> {
  const scheduled: ScheduledJob[] = [
    ...features.flatMap(({ scheduled = [] }) =>
      scheduled.map(({ name, cron, run }) => ({ name, cron, run: () => run(ctx) })),
    ),
    { name: 'tidy-events', cron: '37 * * * *', run: () => tidyEvents(ctx) },
    { name: 'tidy-business-events', cron: '42 * * * *', run: () => tidyBusinessEvents(ctx) },
  ]
  return startJobs({ url, scheduled, log })
}
