import type { ModelsReport } from '@gridloom/contract/agent/models'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Db } from '../../../platform/database/connect.ts'
import type { Log } from '../../../platform/log.ts'
import { boundedEngines } from './bounded-report.ts'
import { saveEngines } from './engines-store.ts'

/** Keeps what machines say that they can serve models with, where it is not what they said before. */
export interface EnginesKeeper {
  keep(machineId: MachineId, said: Pick<ModelsReport, 'can' | 'llama_missing'>): Promise<void>
  forget(machineId: MachineId): void
}

export function createEnginesKeeper({ db, log }: { db: Db; log: Log }): EnginesKeeper {
  const kept = new Map<MachineId, string | null>()
  return {
    async keep(machineId, said) {
      const engines = boundedEngines(said)
      if (kept.get(machineId) === engines.llama_missing) return
      kept.set(machineId, engines.llama_missing)
      try {
        await saveEngines(db, machineId, engines)
      } catch (error) {
        // @NOTE the machine repeats it every heartbeat, and then it is news again.
        kept.delete(machineId)
        log.warn({ err: error, machineId }, 'what a machine can serve models with was not kept')
      }
    },
    forget: (machineId) => void kept.delete(machineId),
  }
}
