import type { Clock } from '@gridloom/async/clock'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { MachineLoad } from '@gridloom/contract/machines/machine'
import type { ProbeHardware } from './hardware/read-hardware.ts'
import { type HardwareWatch, watchHardware } from './hardware/watch.ts'
import type { Log } from './host/log.ts'
import type { Random } from './host/random.ts'
import { createRentalWatch } from './host/rental-watch.ts'
import { type EnrolOptions, enrol } from './identity/enrol.ts'
import {
  followServer,
  type Identity,
  readIdentity,
  requireSafeServer,
} from './identity/membership.ts'
import { createCallLog } from './link/call-log.ts'
import { keepLinked } from './link/link.ts'
import { reportsRoute } from './link/reports-route.ts'
import { requestChannelRoute } from './link/request-channel.ts'
import type { Route } from './link/router.ts'
import { throughputRoutes } from './link/throughput-routes.ts'
import type { RunningWorkload, Workload } from './workload.ts'

/** What an agent is made of. */
export interface AgentOptions {
  dataDir: string
  name: string
  /** Where the control plane is; an enrolled machine follows it to a new address and keeps that. */
  serverUrl?: string | undefined
  /** Needed where the machine is not enrolled yet; else it is left unused. */
  enrolmentToken?: string | undefined
  /** What this computer is known again by, for enrolling. */
  readComputer?: EnrolOptions['readComputer']
  /** Started in this order, and ended in the opposite one. */
  workloads: readonly Workload[]
  probeHardware: ProbeHardware
  probeLoad: () => Promise<MachineLoad>
  clock: Clock
  random: Random
  log: Log
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
 * Starts an agent: enrols where it must, takes up what runs on the machine, and keeps connected.
 * Throws {@link NotEnrolled}, `ControlPlaneRefused` or `ControlPlaneUnreachable` where enrolling fails;
 * later failures of the connection are its own to mend.
 */
export async function startAgent(options: AgentOptions): Promise<RunningAgent> {
  const { clock, random, log } = options
  await using parts = new AsyncDisposableStack()
  const stop = new AbortController()
  const identity = await identify(options)
  const workloads = parts.use(await startWorkloads(options, stop.signal)).running
  const onFailure = (cause: unknown) =>
    log.warn({ event: 'hardware.read_failed', err: cause }, 'hardware could not be read')
  const probe = async () => options.probeHardware(await isolationGapsOf(workloads))
  const hardware = parts.use(await watchHardware({ probe, clock, onFailure }))
  const first = Promise.withResolvers<void>()
  const routes = routesOf(options, { hardware, workloads })
  const linked = keepLinked(
    { identity, routes, clock, random, log, onConnected: first.resolve },
    stop.signal,
  )
  parts.defer(() => {
    stop.abort()
    return linked
  })
  for (const { begin } of workloads) begin?.()
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
  log.info(
    { event: 'machine.enrolled', machineId: enrolled.membership.machine_id, serverUrl },
    'enrolled',
  )
  return enrolled
}

/** Every workload, one after the other; where one cannot start, those before it are ended. */
async function startWorkloads(
  { workloads, dataDir, clock, random, log }: AgentOptions,
  signal: AbortSignal,
): Promise<AsyncDisposable & { running: readonly RunningWorkload[] }> {
  await using started = new AsyncDisposableStack()
  const rental = createRentalWatch()
  const place = { dataDir, clock, random, log, rental, signal }
  const running: RunningWorkload[] = []
  for (const workload of workloads) running.push(started.use(await workload.start(place)))
  const ending = started.move()
  return { running, [Symbol.asyncDispose]: () => ending.disposeAsync() }
}

async function isolationGapsOf(workloads: readonly RunningWorkload[]) {
  const gaps = await Promise.all(
    workloads.map(async ({ isolationGaps }) => isolationGaps?.() ?? []),
  )
  return gaps.flat()
}

interface RouteSources {
  hardware: HardwareWatch
  workloads: readonly RunningWorkload[]
}

function routesOf(
  { clock, random, log, probeLoad: load }: AgentOptions,
  { hardware, workloads }: RouteSources,
): Route[] {
  const onFailure = (cause: unknown) =>
    log.warn({ event: 'report.failed', err: cause }, 'a report could not be made')
  const ofWorkloads = workloads.flatMap(({ routes }) => routes)
  return [
    reportsRoute({ workloads, hardware, load, clock, bootId: random.uuid(), onFailure }),
    ...throughputRoutes,
    ...ofWorkloads,
    requestChannelRoute(ofWorkloads, createCallLog(log)),
  ]
}
