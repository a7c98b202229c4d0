import type { Machine } from '@gridloom/contract/machines/machine'
import type { GpuAlert } from '@gridloom/contract/monitoring/gpu-alert'
import { isHint } from '@gridloom/domain/isolation'
import { alertWords } from '../../../shared/monitoring/alert-words.ts'

/** A problem that needs its provider, and the page that helps. */
export interface Problem {
  key: string
  machine: Pick<Machine, 'id' | 'name'>
  text: string
  remedy: string
  /** The page of the GPUs, or of the machine. */
  page: 'gpus' | 'machine'
}

/**
 * Lists what keeps machines from earning, and the alerts of their GPUs: machines first that are rented, as renters notice
 * their problems. Hints for improvement are left to the pages of the machines.
 */
export function problemsOf(machines: readonly Machine[], alerts: readonly GpuAlert[]): Problem[] {
  const byUse = machines.toSorted((one, other) => other.slots_rented - one.slots_rented)
  return byUse.flatMap((machine) => [
    ...machine.problems
      .filter((problem) => !isHint(problem))
      .map(({ code, text, remedy }) => ({
        key: `${machine.id} ${code} ${text}`,
        machine,
        text,
        remedy,
        page: 'machine' as const,
      })),
    ...alerts
      .filter(({ machine_id }) => machine_id === machine.id)
      .map((alert) => ({
        key: `${machine.id} ${alert.gpu_uuid} ${alert.kind}`,
        machine,
        ...alertWords(alert),
        page: 'gpus' as const,
      })),
  ])
}
