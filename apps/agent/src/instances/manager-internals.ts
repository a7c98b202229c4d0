import { availableParallelism } from 'node:os'
import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import { createGpuUse } from '../hardware/gpus/gpu-use.ts'
import { readToolkit } from '../hardware/gpus/toolkit.ts'
import type { CpuLayout } from '../host/cpu-layout.ts'
import { execute as systemExecute } from '../host/execute.ts'
import { ownerOf, showLife } from '../host/owners.ts'
import { systemRandom } from '../host/random.ts'
import { residentExecute } from '../host/resident-shell.ts'
import { openSealKey } from '../identity/seal-key.ts'
import { createImageSource } from '../images/index.ts'
import { beginAdoption } from './adoption.ts'
import { createBuilds } from './builds/create-builds.ts'
import { createChangeNotifier } from './change-notifier.ts'
import { clearLeftBehind } from './clear-dead.ts'
import { createClusters, type InstanceClusters, type RunningClusters } from './clusters/index.ts'
import type { InstanceContext } from './context.ts'
import { createCpuSets } from './cpu-sets.ts'
import { createEgress, type EnsureEgress } from './egress/apply.ts'
import { createGuard, type Guard } from './egress/guard.ts'
import { createInstanceFiles, type InstanceFiles } from './instance-file.ts'
import type { InstanceManager } from './instance-manager.ts'
import { createInstanceTable, type InstanceTable } from './instance-table.ts'
import type { InstanceManagerOptions } from './manager-options.ts'
import { chooseNameServers } from './name-servers.ts'
import { bridgeOf, bridgePrefix, labelNames } from './names.ts'
import { pidsMax, readHostPidMax } from './pids-max.ts'
import { createPreparedImages, type PreparedImages } from './prepared-images.ts'
import type { InstanceRecord } from './record.ts'
import { watchReserve } from './reserve-watch.ts'
import { resourceViews } from './resource-views.ts'
import { createSessions, type RunningSessions } from './sessions/index.ts'
import type { InstanceSessions } from './sessions/instance-sessions.ts'
import { createSnapshots, type InstanceSnapshots } from './snapshots/index.ts'
import { openRestores } from './snapshots/restores.ts'
import { createSpareDisks, type SpareDisks } from './spare-disks.ts'
import { createSpareNetworks, type SpareNetworks } from './spare-networks.ts'
import { createStoppedDisks } from './stopped/stopped-disks.ts'
import { createTerminals, type Terminals } from './terminals.ts'
import { createInstanceVolumes, type InstanceVolumes } from './volumes/index.ts'
import { watchEngine } from './watch-engine.ts'

/** Enough for two orders at once; a third makes its own, which takes half a second longer. */
const networksAhead = 2
const saveEveryMs = 3_000
const cpuLayoutLimitMs = 3_000
const freeEveryMs = 60_000
/** How long the rules may be missing unnoticed, as after a restart of a firewall; a check takes some milliseconds. */
const isolateEveryMs = 2_000

/** The components behind the instance manager, which start and end together. */
export interface ManagerInternals {
  context: InstanceContext
  table: InstanceTable
  guard: Guard
  terminals: Terminals
  sessions: InstanceSessions
  snapshots: InstanceSnapshots
  volumes: InstanceVolumes
  clusters: InstanceClusters
  prepared: PreparedImages
  onChange: InstanceManager['onChange']
  adopt: InstanceManager['adopt']
  end(): Promise<void>
}

export function createManagerInternals(options: InstanceManagerOptions): ManagerInternals {
  const { clock, log } = options
  const life = new AbortController()
  const adoption = { isComplete: false }
  const background: Promise<unknown>[] = []
  let lifeSign: AsyncDisposable | undefined
  const files = createInstanceFiles(options.dataDir, (path, cause) =>
    log.warn(
      { event: 'instance.state_read_failed', err: cause, path },
      'the state of an instance cannot be read; its labels are used',
    ),
  )
  const save = createSave(options, files)
  const notifier = createChangeNotifier(clock, save)
  const guard = createGuard(
    { log, clock },
    life.signal,
    options.isolate ?? isolationOf(options, life.signal),
  )
  const { context, spares, spareDisks, clusters } = createContext(options, {
    changed: notifier.changed,
    guard,
  })
  const isComplete = () => adoption.isComplete
  const table = createInstanceTable(context, { files, isComplete, life: life.signal })
  const terminals = createTerminals(context)
  const sessions = createSessions(context, table)
  const snapshots = createSnapshots(context, table, options.dataDir)
  const volumes = createInstanceVolumes(context, table)
  const prepared = createPreparedImages(context)
  const timers = [
    clock.every(saveEveryMs, () => saveCounting(table, save)),
    clock.every(isolateEveryMs, () => void guard.check()),
  ]

  async function adopt(signal: AbortSignal): Promise<void> {
    // The inputs of containers are read ahead, so that the first container does not wait for them.
    lifeSign ??= await showLife(context.owner)
    await Promise.all([
      guard.check(),
      context.nameServers(),
      context.pidsMax(1),
      context.cpuLayout(),
    ])
    signal.throwIfAborted()
    const adopting = beginAdoption(context, table, { files, life: life.signal })
    const following = adopting.whole.then(async () => {
      adoption.isComplete = true
      const used = new Set(table.all().flatMap(({ network }) => network ?? []))
      background.push(spares.begin(used, life.signal))
      background.push(beginBuilds(context, life.signal))
      const cleared = clearDisks(context, table, life.signal)
      background.push(cleared.then(() => spareDisks.begin(life.signal)))
      const { dataDir, execute = systemExecute } = options
      background.push(clearLeftBehind({ ...context, dataDir, execute }, life.signal))
      background.push(beginSnapshots(context, snapshots, life.signal))
      background.push(volumes.begin(life.signal))
      background.push(beginDisks(context, life.signal))
      background.push(hangUpLeft(context, table, { sessions, signal: life.signal }))
      background.push(beginClusters(context, table, { clusters, signal: life.signal }))
      background.push(keepRoom(options, life.signal))
      background.push(watchReserve(context, table, life.signal))
      await watchEngine(context, table, life.signal)
    })
    background.push(following)
    // `following` ends only with the agent, and `end` waits for it.
    following.catch(() => undefined)
    await adopting.first
  }

  async function end(): Promise<void> {
    for (const stop of timers) stop()
    terminals.close()
    clusters.end()
    await prepared.end()
    await sessions.close()
    await context.disks.end()
    await volumes.end()
    await snapshots.end()
    life.abort()
    await Promise.allSettled([table.ended(), ...background])
    await Promise.all([spares.end(), spareDisks.end()])
    for (const record of table.all()) save(record)
    await files.settled()
    await lifeSign?.[Symbol.asyncDispose]()
  }

  return {
    ...{ context, table, guard, terminals, sessions: sessions.sessions },
    ...{ snapshots, volumes, clusters, prepared },
    ...{ onChange: notifier.onChange, adopt, end },
  }
}

async function keepRoom(
  { clock, log, freeImages }: InstanceManagerOptions,
  signal: AbortSignal,
): Promise<void> {
  if (freeImages === undefined) return
  while (!signal.aborted) {
    await clock.sleep(freeEveryMs, signal)
    try {
      await freeImages(signal)
    } catch (cause) {
      // @NOTE the engine is away or busy with it: the next round retries
      if (!signal.aborted)
        log.warn(
          { event: 'image.removal_failed', err: cause },
          'unused images could not be removed',
        )
    }
  }
}

/** Hangs up the sessions that a killed agent left in running containers. */
async function hangUpLeft(
  { log }: InstanceContext,
  table: InstanceTable,
  { sessions, signal }: { sessions: RunningSessions; signal: AbortSignal },
): Promise<void> {
  const running = table.all().filter(({ containerState }) => containerState === 'running')
  const ended = running.map(async (record) => {
    try {
      await sessions.hangUpLeft(record, signal)
    } catch (cause) {
      // @NOTE the next start of the agent retries, and they end with their container
      if (!signal.aborted)
        log.warn({ event: 'session.hang_up_failed', err: cause }, 'a session could not be hung up')
    }
  })
  await Promise.all(ended)
}

/** Removes builds that a killed agent left; the next ones begin after that. */
async function beginBuilds({ builds, log }: InstanceContext, signal: AbortSignal): Promise<void> {
  try {
    await builds.begin(signal)
  } catch (cause) {
    // @NOTE they end by themselves, and the next start of the agent retries
    if (!signal.aborted)
      log.warn({ event: 'build.cleanup_failed', err: cause }, 'old builds could not be removed')
  }
}

/** Connects the nodes of clusters that an earlier agent left running. */
async function beginClusters(
  { log }: InstanceContext,
  table: InstanceTable,
  { clusters, signal }: { clusters: RunningClusters; signal: AbortSignal },
): Promise<void> {
  try {
    await clusters.begin(table.all(), signal)
  } catch (cause) {
    // @NOTE the next start of the agent retries
    if (!signal.aborted)
      log.warn({ event: 'cluster.begin_failed', err: cause }, 'clusters could not be taken over')
  }
}

async function beginSnapshots(
  { log }: InstanceContext,
  snapshots: { begin(signal: AbortSignal): Promise<void> },
  signal: AbortSignal,
): Promise<void> {
  try {
    await snapshots.begin(signal)
  } catch (cause) {
    // @NOTE the next start of the agent retries
    if (!signal.aborted)
      log.warn({ event: 'snapshot.begin_failed', err: cause }, 'snapshots could not be taken over')
  }
}

/** Closes the disks of stopped instances that a killed agent left open. */
async function beginDisks({ disks, log }: InstanceContext, signal: AbortSignal): Promise<void> {
  try {
    await disks.begin(signal)
  } catch (cause) {
    // @NOTE whatever needs one of them closes it first
    if (!signal.aborted)
      log.warn({ event: 'instance.disks_close_failed', err: cause }, 'disks could not be closed')
  }
}

/** Deletes disks that a killed agent left: without their container, or made for one that was never created. */
async function clearDisks(
  { runtime, log, builds }: InstanceContext,
  table: InstanceTable,
  signal: AbortSignal,
): Promise<void> {
  const isKept = (name: string) =>
    builds.isBuilding(name) ||
    table.all().some(({ container, phase }) => container === name && phase !== 'destroyed')
  try {
    await runtime.clearDisks(isKept, signal)
  } catch (cause) {
    // @NOTE these disks only take room, and the next start of the agent retries
    if (!signal.aborted)
      log.warn({ event: 'disk.removal_failed', err: cause }, 'orphaned disks could not be deleted')
  }
}

interface ContextParts {
  context: InstanceContext
  spares: SpareNetworks
  spareDisks: SpareDisks
  clusters: RunningClusters
}

function createContext(
  options: InstanceManagerOptions,
  { changed, guard }: { changed: InstanceContext['changed']; guard: Guard },
): ContextParts {
  const { runtime, clock, log, dataDir, execute = systemExecute } = options
  const random = options.random ?? systemRandom
  const owner = ownerOf(dataDir)
  const chosen = chooseNameServers(options.nameServers ?? [])
  const nameServers = () => chosen
  const spares = createSpareNetworks(
    { runtime, clock, log, random, owner, nameServers },
    options.networksAhead ?? networksAhead,
  )
  const spareDisks = createSpareDisks({ runtime, clock, log })
  const clusters = createClusters({ runtime, clock, log, owner })
  const hostPidMax = readHostPidMax()
  const ensureImage = options.ensureImage ?? createImageSource({ runtime, dataDir, clock }).ensure
  const shared = {
    runtime,
    clock,
    random,
    log,
    owner,
    systemBoot: options.systemBoot,
    ensureImage,
    sealKey: openSealKey(dataDir),
    clusters,
    disks: createStoppedDisks({ runtime, clock, log, owner }),
    restores: openRestores({ runtime, clock, ensureImage, owner, dataDir }),
    gpuUse: options.gpuUse ?? createGpuUse({ execute, clock }),
    toolkit: options.toolkit ?? ((signal: AbortSignal) => readToolkit(execute, signal)),
    takeNetwork: spares.take,
    diskWanted: spareDisks.wanted,
    nameServers,
    // The fake engine has no file system to mount into.
    views: async () => (runtime.kind === 'fake' ? [] : resourceViews()),
    toolbox: options.toolbox ?? (async () => undefined),
    cpuLayout: createCpuLayout(runtime, clock),
    cpuSets: createCpuSets(),
    pidsMax: async (vcpus: number) =>
      pidsMax({ vcpus, cpuThreads: availableParallelism(), hostPidMax: await hostPidMax }),
    requireIsolation: guard.require,
    changed,
  }
  const context = {
    ...shared,
    builds: createBuilds({
      ...shared,
      sources: options.packageSources,
      limitMs: options.buildLimitMs,
    }),
  }
  return { context, spares, spareDisks, clusters }
}

/** Reads the layout once. While the engine does not respond, each call retries and no CPUs are pinned. */
function createCpuLayout(
  runtime: InstanceManagerOptions['runtime'],
  clock: Clock,
): InstanceContext['cpuLayout'] {
  let known: CpuLayout | undefined
  return async () => {
    try {
      known ??= await withDeadline(clock, { ms: cpuLayoutLimitMs }, (signal) =>
        runtime.cpuLayout(signal),
      )
    } catch {
      // @NOTE containers are still limited by their share of CPU time
      return []
    }
    return known
  }
}

function createSave({ log }: InstanceManagerOptions, files: InstanceFiles) {
  return (record: InstanceRecord): void => {
    files.save(record).catch((cause: unknown) => {
      // @NOTE the labels and the next save repair it; a machine with a full disk keeps serving
      log.warn(
        { event: 'instance.state_write_failed', err: cause, instance: record.container },
        'the state could not be written',
      )
    })
  }
}

function saveCounting(table: InstanceTable, save: (record: InstanceRecord) => void): void {
  for (const record of table.all()) if (record.meter.counting !== 'nothing') save(record)
}

function isolationOf(
  { runtime, dataDir, nameServers = [], execute }: InstanceManagerOptions,
  life: AbortSignal,
): EnsureEgress {
  if (runtime.kind === 'fake') return async () => ({ kind: 'full' })
  const owner = ownerOf(dataDir)
  return createEgress({
    execute: execute ?? systemExecute,
    look: execute ?? residentExecute(life),
    dataDir,
    owner,
    nameServers,
    bridges: async (signal) => [
      `${bridgePrefix(owner)}+`,
      ...(await olderBridges(runtime, owner, signal)),
    ],
  })
}

/** Lists the bridges of networks that an earlier agent version created, without the prefix of the owner id. */
async function olderBridges(
  runtime: InstanceManagerOptions['runtime'],
  owner: string,
  signal: AbortSignal,
): Promise<string[]> {
  const networks = await runtime.listNetworks(`${labelNames.agent}=${owner}`, signal)
  return networks.map(bridgeOf).filter((bridge) => !bridge.startsWith(bridgePrefix(owner)))
}
