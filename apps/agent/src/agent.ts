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
import { createMoreConnections } from './link/more-connections.ts'
import { reportsRoute } from './link/reports-route.ts'
import { requestChannelRoute } from './link/request-channel.ts'
import type { Route } from './link/router.ts'
import { throughputRoutes } from './link/throughput-routes.ts'
import type { HardwarePart, RunningWorkload, Signer, Workload } from './workload.ts'

/** Settings and dependencies of an agent. */
export interface AgentOptions {
  dataDir: string
  name: string
  /** URL of the control plane; on an enrolled machine a new URL replaces the stored one. */
  serverUrl?: string | undefined
  /** Required where the machine is not enrolled yet, otherwise unused. */
  enrolmentToken?: string | undefined
  /** Reads the ids by which the control plane recognises this computer, for enrolling. */
  readComputer?: EnrolOptions['readComputer']
  /** Started in this order and stopped in the reverse order. */
  workloads: readonly Workload[]
  probeHardware: ProbeHardware
  probeLoad: () => Promise<MachineLoad>
  clock: Clock
  random: Random
  log: Log
}

/** A running agent. Disposing of it closes its connection; containers keep running. */
export interface RunningAgent extends AsyncDisposable {
  readonly machineId: MachineId
  /** Resolves once the control plane has connected; at once where it has before. */
  connected(): Promise<void>
}

/** The machine is not enrolled, and has no server or token to enrol with. */
export class NotEnrolled extends Error {
  override readonly name = 'NotEnrolled'
}

/**
 * Starts an agent: enrols the machine where necessary, starts the workloads and keeps the connection open.
 * Throws {@link NotEnrolled}, `ControlPlaneRefused` or `ControlPlaneUnreachable` where enrolling fails;
 * later connection failures are retried by the agent itself.
 */
export async function startAgent(options: AgentOptions): Promise<RunningAgent> {
  const { clock, random, log } = options
  await using parts = new AsyncDisposableStack()
  const stop = new AbortController()
  const identity = await identify(options)
  const signer = { machineId: identity.membership.machine_id, sign: identity.key.sign }
  const workloads = parts.use(await startWorkloads(options, signer, stop.signal)).running
  const onFailure = (cause: unknown) =>
    log.warn({ event: 'hardware.read_failed', err: cause }, 'hardware could not be read')
  const probe = async () => {
    const [gaps, parts] = await Promise.all([isolationGapsOf(workloads), hardwareOf(workloads)])
    return { ...(await options.probeHardware(gaps)), ...parts }
  }
  const hardware = parts.use(await watchHardware({ probe, clock, onFailure }))
  for (const { onHardwareChange } of workloads) {
    const end = onHardwareChange?.(() => void hardware.refresh())
    if (end !== undefined) parts.defer(end)
  }
  const first = Promise.withResolvers<void>()
  const ofWorkloads = routesOf(options, { hardware, workloads })
  const more = createMoreConnections({ identity, routes: () => routes, clock, log })
  parts.defer(more.close)
  const routes = [...ofWorkloads, more.route]
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

/** Reads the machine's identity; enrols with the token where it has none. */
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
      'This machine is not enrolled yet. Create a token on the Machines page and run: ' +
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

/** Starts every workload in order; where one fails to start, those before it are stopped. */
async function startWorkloads(
  { workloads, dataDir, clock, random, log }: AgentOptions,
  signer: Signer,
  signal: AbortSignal,
): Promise<AsyncDisposable & { running: readonly RunningWorkload[] }> {
  await using started = new AsyncDisposableStack()
  const rental = createRentalWatch()
  const place = { dataDir, clock, random, log, rental, signer, signal }
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

async function hardwareOf(workloads: readonly RunningWorkload[]): Promise<HardwarePart> {
  const parts = await Promise.all(workloads.map(({ hardware }) => hardware?.() ?? {}))
  return Object.assign({}, ...parts)
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
