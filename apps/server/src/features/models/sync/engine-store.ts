import type { ModelsReport } from '@gridloom/contract/agent/models'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Db } from '../../../platform/database/connect.ts'
import type { Log } from '../../../platform/log.ts'
import { boundedEngines } from '../registry/bounded-report.ts'
import { saveEngines } from '../registry/machine-engines-store.ts'

/** Saves the engines that machines report, if they differ from the last report. */
export interface EngineStore {
  save(machineId: MachineId, said: Pick<ModelsReport, 'can' | 'llama_missing'>): Promise<void>
  forget(machineId: MachineId): void
}

export function createEngineStore({ db, log }: { db: Db; log: Log }): EngineStore {
  const kept = new Map<MachineId, string | null>()
  return {
    async save(machineId, said) {
      const engines = boundedEngines(said)
      if (kept.get(machineId) === engines.llama_missing) return
      kept.set(machineId, engines.llama_missing)
      try {
        await saveEngines(db, machineId, engines)
      } catch (error) {
        // @NOTE every heartbeat repeats the report, so that the next one is saved again.
        kept.delete(machineId)
        log.warn(
          { event: 'engine.save_failed', err: error, machineId },
          'the engines of a machine could not be saved',
        )
      }
    },
    forget: (machineId) => void kept.delete(machineId),
  }
}
