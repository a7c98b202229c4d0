import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import type { Machine } from '../machine.ts'
import type { RunningWorkload, Workload, WorkloadPlace } from '../workload.ts'
import { checkEgress } from './egress/apply.ts'
import { hostGaps } from './host-gaps.ts'
import { createInstanceManager } from './index.ts'
import { inspectIsolation } from './inspect-isolation.ts'
import { inspectUsageJournal } from './inspect-usage-journal.ts'
import type { InstanceManager } from './instance-manager.ts'
import { instanceRoutes, usageRoutes } from './routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { openUsageJournal, type UsageJournal } from './usage-journal.ts'
import { unreadableJournal } from './usage-journal-file.ts'

/** The instances workload of this machine, over its container engine. */
export function instancesOn(machine: Machine): Workload {
  const { settings, runtime, images, execute, isRoot, systemBoot } = machine
  const open = ({ dataDir, clock, random, log }: WorkloadPlace) =>
    createInstanceManager({
      ...{ runtime, dataDir, clock, random, log },
      ensureImage: images.ensure,
      freeImages: images.free,
      nameServers: settings.dns,
      systemBoot,
    })
  return {
    ...instancesWorkload(open),
    examine: async () => [
      inspectIsolation(await checkEgress(execute), isRoot),
      await inspectUsageJournal(settings.dataDir),
    ],
  }
}

/** The instances workload over a manager, which it owns. */
export function instancesWorkload(open: (place: WorkloadPlace) => InstanceManager): Workload {
  return {
    name: 'instances',
    start: async (place) => {
      const manager = open(place)
      await manager.adopt(place.signal)
      const journal = await openUsageJournal({ ...place, reports: () => manager.reports() })
      return runningOf({ manager, journal }, place)
    },
  }
}

interface ManagerWithJournal {
  manager: InstanceManager
  journal: UsageJournal
}

function runningOf(
  { manager, journal }: ManagerWithJournal,
  { clock, rental, dataDir }: WorkloadPlace,
): RunningWorkload {
  const noteRental = () => rental.set(manager.reports().some(isWorking))
  noteRental()
  const endRental = manager.onChange(noteRental)
  return {
    routes: [
      ...instanceRoutes(manager, clock),
      ...sessionRoutes(manager.sessions, clock),
      ...usageRoutes(journal),
    ],
    hello: () => ({ instances: manager.reports(), usage_through: journal.through() }),
    heartbeat: () => {
      journal.reported()
      return { instances: manager.reports(), metrics: [] }
    },
    sample: async (signal) => ({ metrics: await manager.sampleMetrics(signal) }),
    watch: (notify) =>
      manager.onChange((report) =>
        notify({ key: report.instance_id, message: () => ({ kind: 'instance', report }) }),
      ),
    isolationGaps: () => hostGaps(manager.isolation()),
    hardware: async () => {
      const found = await unreadableJournal(dataDir)
      return { usage_unreadable_at: found?.at.toISOString() ?? null }
    },
    [Symbol.asyncDispose]: async () => {
      endRental()
      await journal[Symbol.asyncDispose]()
      await manager[Symbol.asyncDispose]()
    },
  }
}

function isWorking({ phase }: InstanceReport): boolean {
  return phase !== 'stopped' && phase !== 'destroyed' && phase !== 'failed'
}
