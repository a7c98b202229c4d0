import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import type { Settings } from '../config.ts'
import type { Machine } from '../machine.ts'
import { inspectToolbox } from '../toolbox/inspect-toolbox.ts'
import { createOwnToolbox } from '../toolbox/own-toolbox.ts'
import type { Toolbox } from '../toolbox/toolbox.ts'
import type { HardwarePart, RunningWorkload, Workload, WorkloadPlace } from '../workload.ts'
import { inspectBuilds, readCertificates } from './builds/inspect-builds.ts'
import type { PackageSources } from './builds/package-sources.ts'
import { clusterRoutes } from './clusters/routes.ts'
import { checkEgress } from './egress/apply.ts'
import { hostGaps } from './host-gaps.ts'
import { createInstanceManager } from './index.ts'
import { inspectIsolation } from './inspect-isolation.ts'
import { inspectUsageJournal } from './inspect-usage-journal.ts'
import type { InstanceManager } from './instance-manager.ts'
import { instanceRoutes, usageRoutes } from './routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signCount } from './sign-count.ts'
import { snapshotRoutes } from './snapshots/routes.ts'
import { stoppedFileRoutes } from './stopped/stopped-files.ts'
import { openUsageJournal, type UsageJournal } from './usage-journal.ts'
import { unreadableJournal } from './usage-journal-file.ts'
import { volumeRoutes } from './volumes/routes.ts'

/** The instances workload of this machine, over its container engine. */
export function instancesOn(machine: Machine): Workload {
  const { settings, runtime, images, execute, clock, isRoot, systemBoot } = machine
  const open = ({ dataDir, clock, random, log }: WorkloadPlace, toolbox?: Toolbox) =>
    createInstanceManager({
      ...{ runtime, dataDir, clock, random, log },
      ensureImage: images.ensure,
      freeImages: images.free,
      nameServers: settings.dns,
      packageSources: packageSourcesOf(settings),
      systemBoot,
      ...(toolbox === undefined ? {} : { toolbox: toolbox.take }),
    })
  return {
    ...instancesWorkload(open, (place) => createOwnToolbox(runtime, place)),
    examine: async () => [
      inspectIsolation(await checkEgress(execute), isRoot),
      await inspectUsageJournal(settings.dataDir),
      await inspectBuilds(packageSourcesOf(settings)),
      await inspectToolbox(runtime, clock),
    ],
  }
}

/** Builds get packages where this machine does. */
function packageSourcesOf(settings: Settings): PackageSources {
  const { aptMirror, packageIndex, npmRegistry, buildProxy, buildCertificates: file } = settings
  return {
    ...{ aptMirror, npmRegistry, pipIndex: packageIndex, proxy: buildProxy },
    certificates: file === undefined ? undefined : () => readCertificates(file),
  }
}

/** The instances workload over a manager, which it owns, and the toolbox that instances get. */
export function instancesWorkload(
  open: (place: WorkloadPlace, toolbox?: Toolbox) => InstanceManager,
  openToolbox?: (place: WorkloadPlace) => Toolbox,
): Workload {
  return {
    name: 'instances',
    start: async (place) => {
      const toolbox = openToolbox?.(place)
      const manager = open(place, toolbox)
      await manager.adopt(place.signal)
      const journal = await openUsageJournal({ ...place, reports: () => manager.reports() })
      return runningOf({ manager, journal, toolbox }, place)
    },
  }
}

interface RunningParts {
  manager: InstanceManager
  journal: UsageJournal
  toolbox: Toolbox | undefined
}

function runningOf(
  { manager, journal, toolbox }: RunningParts,
  { clock, rental, dataDir, signal, signer }: WorkloadPlace,
): RunningWorkload {
  const signed = (report: InstanceReport) => signCount(report, { signer, clock })
  const signedReports = () => manager.reports().map(signed)
  const noteRental = () => rental.set(manager.reports().some(isWorking))
  noteRental()
  const endRental = manager.onChange(noteRental)
  let keeping: Promise<void> | undefined
  return {
    routes: [
      ...instanceRoutes(manager, clock),
      ...sessionRoutes(manager.sessions, clock),
      ...stoppedFileRoutes(manager, clock),
      ...snapshotRoutes(manager.snapshots),
      ...volumeRoutes(manager.volumes, clock),
      ...clusterRoutes(manager.clusters, clock),
      ...usageRoutes(journal),
    ],
    hello: () => ({ instances: signedReports(), usage_through: journal.through() }),
    heartbeat: () => {
      journal.reported()
      return { instances: signedReports(), metrics: [] }
    },
    sample: async (signal) => ({ metrics: await manager.sampleMetrics(signal) }),
    watch: (notify) =>
      manager.onChange((report) =>
        notify({
          key: report.instance_id,
          message: () => ({ kind: 'instance', report: signed(report) }),
        }),
      ),
    isolationGaps: () => hostGaps(manager.isolation()),
    hardware: () => readHardware({ manager, toolbox }, { dataDir, signal }),
    onHardwareChange: manager.onIsolationChange,
    begin: () => {
      keeping = toolbox?.keep(signal)
    },
    [Symbol.asyncDispose]: async () => {
      endRental()
      await keeping
      await journal[Symbol.asyncDispose]()
      await manager[Symbol.asyncDispose]()
    },
  }
}

async function readHardware(
  { manager, toolbox }: Pick<RunningParts, 'manager' | 'toolbox'>,
  { dataDir, signal }: Pick<WorkloadPlace, 'dataDir' | 'signal'>,
): Promise<HardwarePart> {
  const [unreadable, snapshots, volumes, clusters, seal_key] = await Promise.all([
    unreadableJournal(dataDir),
    manager.snapshots.isSupported(signal),
    manager.volumes.isSupported(signal),
    manager.clusters.isSupported(),
    manager.sealKey(),
  ])
  return {
    usage_unreadable_at: unreadable?.at.toISOString() ?? null,
    toolbox: toolbox?.version() ?? null,
    container_options: true,
    recipes: true,
    ...{ snapshots, volumes, volume_sessions: volumes, clusters, seal_key },
  }
}

function isWorking({ phase }: InstanceReport): boolean {
  return phase !== 'stopped' && phase !== 'destroyed' && phase !== 'failed'
}
