import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import type { InstanceState } from '@gridloom/contract/instances/instance'
import { routeBetween } from '@gridloom/domain/instance-states'
import { machineReason } from './machine-reason.ts'
import type { InstanceRow } from './schema.ts'

/** What a report makes of an instance: the columns that change, and the state it left. */
export interface Applied {
  state: InstanceState
  ready: boolean
  reason: InstanceRow['reason']
  progress: InstanceRow['progress']
  observedGeneration: number
}

/** Far beyond what a person brings about, and within the column's 31 bits. */
const generationMax = 2 ** 30

/** Phases that say "up, or on the way up". */
export const upward: ReadonlySet<InstanceState> = new Set([
  'pulling',
  'creating',
  'starting',
  'running',
])

/**
 * Decides what a machine's report makes of an instance; `null` when it must be ignored.
 *
 * Reports are levels, not steps: they may be repeated, come late, or skip what happened in between.
 * - A report of an older generation was written before the agent knew what is wanted now. It moves
 *   nothing, except out of `lost`: that the machine speaks at all is news. What then stands still and is wanted
 *   running is on its way up: it must keep the slots that its start took.
 * - While a stop or destruction is wanted, "running" only means "not stopped yet": it shows as `stopping`.
 * - A phase that no legal way leads to (anything out of `destroyed`) is ignored, and so is everything of an instance
 *   whose disk was given up as lost: it holds nothing any more and can only be destroyed.
 * - A generation that we could not count to is a lie, and no report of ours.
 */
export function applyReport(row: InstanceRow, report: InstanceReport): Applied | null {
  if (row.state === 'destroyed' || row.reason?.code === 'disk_lost') return null
  if (report.observed_generation > generationMax) return null
  const late = report.observed_generation < row.generation
  const seen = Math.max(row.observed_generation, report.observed_generation)
  if (late && row.state !== 'lost') return { ...unchanged(row), observedGeneration: seen }

  const phase = phaseOf(row, report)
  if (routeBetween(row.state, phase) === null) return null
  return {
    state: phase,
    ready: phase === 'running' && report.ready,
    reason: reasonOf(row, phase, report),
    progress: report.progress,
    observedGeneration: seen,
  }
}

/** The phase that is shown: between what was said and what is wanted lies a way. */
function phaseOf(row: InstanceRow, { phase, observed_generation }: InstanceReport): InstanceState {
  if (row.desired !== 'running') return upward.has(phase) ? 'stopping' : phase
  const unheard = observed_generation < row.generation && !upward.has(phase)
  return unheard ? 'starting' : phase
}

/** Why it is where it is: the machine's reason, else what we stopped it for, else nothing. */
function reasonOf(
  row: InstanceRow,
  phase: InstanceState,
  report: InstanceReport,
): InstanceRow['reason'] {
  if (ranOut(row.reason) && row.desired !== 'running') return row.reason
  if (phase === 'starting' && phase !== report.phase) return null
  if (report.reason !== null) return machineReason(report.reason)
  return ended.has(phase) ? keptAfterEnd(row.reason) : null
}

/** Whether we stopped it for want of money, which the machine knows nothing of. */
function ranOut(reason: InstanceRow['reason']): boolean {
  return reason?.code === 'balance_exhausted' || reason?.code === 'key_budget_exhausted'
}

/** Phases in which it still counts why it came to its end. */
const ended: ReadonlySet<InstanceState> = new Set(['stopping', 'stopped', 'destroyed'])

/** The machine's silence is over once it speaks; other reasons stay for as long as the instance is down. */
function keptAfterEnd(reason: InstanceRow['reason']): InstanceRow['reason'] {
  return reason?.code === 'machine_silent' ? null : reason
}

function unchanged(row: InstanceRow): Applied {
  return {
    state: row.state,
    ready: row.ready,
    reason: row.reason,
    progress: row.progress,
    observedGeneration: row.observed_generation,
  }
}
