import { type Adapters, type ContextFor, contextsOf } from './app-ctx.ts'
import {
  type AppCtx,
  all,
  allScheduled,
  features,
  type MadeByFeatures,
  subscribers,
  topics,
} from './features.ts'
import { saveSubscribers } from './platform/business-events/business-events-store.ts'
import { createPlatform, type Platform, type PlatformOptions } from './platform/create-platform.ts'
import type { AdaptersOf, ServiceOptions, ServiceParts } from './platform/feature.ts'
import {
  type ScheduledWork,
  startScheduledWork,
} from './platform/scheduled-work/start-scheduled-work.ts'

/** The services of the process, constructed once. */
export interface Container extends Platform, Pick<Adapters, 'authenticator' | 'agents'> {
  readonly scheduledWork: ScheduledWork
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal
  /** Ends streams and loops before the services that they use are disposed. */
  beginStop(): void
  /** The context of the server's own work, without a caller. */
  readonly system: AppCtx
  readonly contextFor: ContextFor
}

export interface ContainerOptions extends PlatformOptions, ServiceOptions {}

/**
 * Builds every service on a running database. Disposal ends running answers before the services that pay for them, and
 * the database last. If a step fails, the services built before it are disposed in the same order.
 */
export async function createContainer(options: ContainerOptions): Promise<Container> {
  await using built = new AsyncDisposableStack()
  const stop = new AbortController()
  const stopping = stop.signal
  const platform = built.use(await createPlatform(options, topics))
  let started: ScheduledWork | undefined
  const running = () => started?.running() ?? false
  const parts = { ...platform, options, all, stopping, scheduledWork: { running } }
  const adapters = await createAdapters(parts, built)
  const { authenticator, agents } = adapters
  const contextFor = contextsOf(platform, adapters)
  const actor = { kind: 'system' } as const
  const system = contextFor({ actor, requestId: 'system', signal: stopping, log: platform.log })
  await platform.transact((tx) => saveSubscribers(tx, subscribers))
  const scheduled = options.scheduledWork === 'off' ? [] : allScheduled
  const scheduledWork = built.use(await startScheduledWork(system, scheduled))
  started = scheduledWork
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

/** Creates the services of each feature, in the order of their list. */
async function createAdapters(parts: ServiceParts, built: AsyncDisposableStack): Promise<Adapters> {
  // An error of types here names an adapter that no feature makes.
  const first: AdaptersOf<AppCtx, keyof MadeByFeatures> = {}
  // Named cast: a feature follows those whose adapters its services need, and the last one completes them.
  let adapters = first as Adapters
  for (const { services } of features) {
    const made = await services?.({ ...parts, ...adapters })
    if (made === undefined) continue
    // Assigned to one object, they would make it a hash table, which costs every request ten microseconds.
    adapters = { ...adapters, ...made.adapters }
    built.defer(async () => made[Symbol.asyncDispose]?.())
  }
  return adapters
}
