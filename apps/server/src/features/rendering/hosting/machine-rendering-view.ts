import { usualRenderMicroUsdPerHour } from '@gridloom/contract/constants'
import type { MachineId } from '@gridloom/contract/ids'
import type { MachineRendering } from '@gridloom/contract/rendering'
import { checkView } from '../jobs/list-checks.ts'
import type { CheckRow, RenderMachineRow } from '../schema.ts'

interface Shown {
  machineId: MachineId
  /** Absent until the machine's agent said a word of rendering, or its owner did. */
  row: RenderMachineRow | undefined
  checks: readonly CheckRow[]
  earnedMicroUsd: number
}

/** Rendering on a machine, as its owner sees it. */
export function machineRenderingView({
  machineId,
  row,
  checks,
  earnedMicroUsd,
}: Shown): MachineRendering {
  return {
    machine_id: machineId,
    enabled: row?.enabled ?? true,
    micro_usd_per_reference_hour: row?.micro_usd_per_reference_hour ?? usualRenderMicroUsdPerHour,
    capability: row?.capability ?? null,
    missing: row?.missing ?? null,
    admission: row?.admission ?? 'unproven',
    score: row?.score ?? null,
    trust: row?.trust ?? 50,
    frames_paid: row?.frames_paid ?? 0,
    frames_refused: row?.frames_refused ?? 0,
    earned_micro_usd: earnedMicroUsd,
    checks: checks.map(checkView),
  }
}
