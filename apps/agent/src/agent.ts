import type { Clock } from '@gridloom/async/clock'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import type { MachineLoad } from '@gridloom/contract/machines/machine'
import type { Logger } from 'pino'
import { type BenchmarkBook, openBenchmarkBook } from './benchmarks/book.ts'
import type { Measure } from './benchmarks/measure.ts'
import { type BenchmarkRunner, createBenchmarkRunner } from './benchmarks/runner.ts'
import { type HardwareWatch, watchHardware } from './hardware/watch.ts'
import type { Random } from './host/random.ts'
import { type EnrolOptions, enrol } from './identity/enrol.ts'
import {
  followServer,
  type Identity,
  readIdentity,
  requireSafeServer,
} from './identity/membership.ts'
import type { InstanceManager } from './instances/instance-manager.ts'
import { keepLinked } from './link/link.ts'
import { requestChannelRoute } from './link/request-channel.ts'
import type { Route } from './link/router.ts'
import { benchmarksRoute } from './link/routes/benchmarks.ts'
import { instanceRoutes } from './link/routes/instances.ts'
import { modelRoutes } from './link/routes/models.ts'
import { renderingRoutes } from './link/routes/rendering.ts'
import { reportsRoute } from './link/routes/reports.ts'
import { throughputRoutes } from './link/routes/throughput.ts'
import { absentModels } from './models/absent.ts'
import { type Models, type ModelsOptions, openModels } from './models/index.ts'
import { absentRendering } from './rendering/absent.ts'
import { openRendering, type Rendering, type RenderingOptions } from './rendering/index.ts'

/** What an agent is made of. The agent owns `manager` and disposes of it, also where it cannot start. */
export interface AgentOptions {
  dataDir: string
  name: string
  /** Where the control plane is; an enrolled machine follows it to a new address and keeps that. */
  serverUrl?: string | undefined
  /** Needed where the machine is not enrolled yet; else it is left unused. */
  enrolmentToken?: string | undefined
  /** What this computer is known again by, for enrolling. */
  readComputer?: EnrolOptions['readComputer']
  manager: InstanceManager
  probeHardware: () => Promise<Hardware>
  probeLoad: () => Promise<MachineLoad>
  measure: Measure
  /** Whether a machine that was never measured is measured at the start. */
  firstMeasurement: 'at_start' | 'on_demand'
  /** Absent: the machine takes no part in rendering. */
  rendering?: RenderingOptions | undefined
  /** Absent: the machine serves no models. */
  inference?: ModelsOptions | undefined
  clock: Clock
  random: Random
  log: Logger
}

/** An agent at work. Disposing of it ends its connection; containers go on running. */
export interface RunningAgent extends AsyncDisposable {
  readonly machineId: MachineId
  /** Resolves when the control plane is connected, now or next. */
  connected(): Promise<void>
}

/** The machine is not enrolled, and was given nothing to enrol with. */
export class NotEnrolled extends Error {
  override readonly name = 'NotEnrolled'
}

/**
 * Starts an agent: enrols where it must, adopts what runs on the machine, and keeps connected.
 * Throws {@link NotEnrolled}, `ControlPlaneRefused` or `ControlPlaneUnreachable` where enrolling fails;
 * later troubles with the connection are its own to mend.
 */
export async function startAgent(options: AgentOptions): Promise<RunningAgent> {
  const { manager, clock, log } = options
  await using parts = new AsyncDisposableStack()
  parts.use(manager)
  const stop = new AbortController()
  const identity = await identify(options)
  await manager.adopt(stop.signal)
  const onFailure = (cause: unknown) => log.warn({ err: cause }, 'hardware could not be read')
  const hardware = parts.use(
    await watchHardware({ probe: options.probeHardware, clock, onFailure }),
  )
  const book = parts.use(await openBenchmarkBook(options.dataDir))
  const runner = parts.use(createBenchmarkRunner({ manager, book, measure: options.measure, log }))
  const rendering = await beginRendering(options)
  if (rendering !== undefined) parts.use(rendering)
  const inference = await beginModels(options)
  if (inference !== undefined) parts.use(inference)
  const first = Promise.withResolvers<void>()
  const routes = routesOf(options, { hardware, book, runner, rendering, inference })
  const link = { identity, routes, clock, random: options.random, log, onConnected: first.resolve }
  const linked = keepLinked(link, stop.signal)
  parts.defer(() => {
    stop.abort()
    return linked
  })
  if (options.firstMeasurement === 'at_start') runner.startWhenNeverMeasured()
  const running = parts.move()
  return {
    machineId: identity.membership.machine_id,
    connected: () => first.promise,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** The identity that the machine has; where it has none, a new one for the token. */
async function identify(options: AgentOptions): Promise<Identity> {
  const { dataDir, serverUrl, enrolmentToken: token, name, readComputer, clock, log } = options
  const identity = await readIdentity(dataDir)
  if (identity !== undefined) {
    const followed = await followServer(dataDir, identity, serverUrl)
    requireSafeServer(followed.membership)
    return followed
  }
  if (serverUrl === undefined || token === undefined) {
    throw new NotEnrolled(
      'This machine is not enrolled yet. Make a token on the Machines page and run: ' +
        'gridloom agent run --server URL --token-file FILE',
    )
  }
  const asked = { dataDir, serverUrl, token, name, existing: 'keep', readComputer, clock } as const
  const enrolled = await enrol(asked)
  log.info({ machineId: enrolled.membership.machine_id, serverUrl }, 'enrolled')
  return enrolled
}

/** What is wrong with its folder keeps the machine from rendering, and from nothing else. */
async function beginRendering(options: AgentOptions): Promise<Rendering | undefined> {
  const { dataDir, clock, log, rendering } = options
  const onFailure = (cause: unknown) => log.warn({ err: cause }, 'rendering failed')
  try {
    return rendering && (await openRendering(rendering, { dataDir, clock, onFailure }))
  } catch (cause) {
    log.error({ err: cause }, 'this machine renders nothing: its folder cannot be used')
    return undefined
  }
}

/** Likewise, it keeps the machine from serving models. */
async function beginModels(options: AgentOptions): Promise<Models | undefined> {
  const { dataDir, clock, random, log, inference } = options
  const onFailure = (cause: unknown) => log.warn({ err: cause }, 'serving models failed')
  try {
    return inference && (await openModels(inference, { dataDir, clock, random, onFailure }))
  } catch (cause) {
    log.error({ err: cause }, 'this machine serves no models: its folder cannot be used')
    return undefined
  }
}

const folderUnusable =
  "The folder 'render' in the agent's data folder cannot be used; its log says why. Mend that and start it again."

interface Parts {
  hardware: HardwareWatch
  book: BenchmarkBook
  runner: BenchmarkRunner
  rendering: Rendering | undefined
  inference: Models | undefined
}

function routesOf(options: AgentOptions, parts: Parts): Route[] {
  const { hardware, book, runner, rendering, inference } = parts
  const { manager, clock, log } = options
  const onFailure = (cause: unknown) => log.warn({ err: cause }, 'a report could not be made')
  const onStreamFailure = (path: string, cause: unknown) =>
    log.error({ path, err: cause }, 'a streamed request failed')
  const bootId = options.random.uuid()
  const load = options.probeLoad
  const isWanted = options.rendering !== undefined
  const rendered = rendering ?? absentRendering(isWanted ? folderUnusable : null)
  const served = inference ?? absentModels()
  const models = inference === undefined ? [] : modelRoutes(inference)
  const rest = { rendering: rendered, inference: served, load, clock, bootId, onFailure }
  return [
    reportsRoute({ manager, hardware, benchmarks: book, ...rest }),
    ...instanceRoutes(manager, clock),
    benchmarksRoute(runner.start),
    ...throughputRoutes,
    ...(rendering === undefined ? [] : renderingRoutes(rendering)),
    ...models,
    requestChannelRoute(models, onStreamFailure),
  ]
}
