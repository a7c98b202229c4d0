import { usualRenderMicroUsdPerHour } from '@gridloom/contract/core/constants'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { MachineRendering } from '@gridloom/contract/rendering/machine-rendering'
import { checkView } from '../jobs/list-checks.ts'
import type { CheckRow, RenderMachineRow } from '../schema.ts'
import type { HeldPay } from './hosting-store.ts'

interface Shown {
  machineId: MachineId
  /** Absent until the agent reports rendering, or the owner configures it. */
  row: RenderMachineRow | undefined
  checks: readonly CheckRow[]
  earnedMicroUsd: number
  /** The number of machines of other owners that could check it now. */
  checkers: number
  held: HeldPay
}

/** Returns the owner's view of rendering on a machine. */
export function machineRenderingView({
  machineId,
  row,
  checks,
  earnedMicroUsd,
  checkers,
  held,
}: Shown): MachineRendering {
  return {
    machine_id: machineId,
    enabled: row?.enabled ?? true,
    micro_usd_per_reference_hour: row?.micro_usd_per_reference_hour ?? usualRenderMicroUsdPerHour,
    capability: row?.capability ?? null,
    missing: row?.missing ?? null,
    admission: row?.admission ?? 'unverified',
    score: row?.score ?? null,
    trust: row?.trust ?? 50,
    vouched: row?.vouched ?? false,
    checkers,
    frames_held: held.frames,
    held_micro_usd: held.microUsd,
    frames_paid: row?.frames_paid ?? 0,
    frames_refused: row?.frames_refused ?? 0,
    earned_micro_usd: earnedMicroUsd,
    checks: checks.map(checkView),
  }
}
