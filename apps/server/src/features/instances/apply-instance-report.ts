import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { StopCause } from '@gridloom/contract/instances/automation'
import type { InstanceState, ReasonCode } from '@gridloom/contract/instances/instance'
import { routeBetween } from '@gridloom/domain/instance-states'
import { machineReason } from './machine-reason.ts'
import type { InstanceRow } from './schema.ts'

/** The columns of an instance that a report sets. */
export interface AppliedReport {
  state: InstanceState
  ready: boolean
  reason: InstanceRow['reason']
  progress: InstanceRow['progress']
  observedGeneration: number
}

/** Far beyond what user requests can reach, and within the column's 31 bits. */
const generationMax = 2 ** 30

/** Phases of an instance that is up, or on the way up. */
export const upward: ReadonlySet<InstanceState> = new Set([
  'pulling',
  'creating',
  'starting',
  'running',
])

/**
 * Applies a machine's report to an instance; `null` for a report that must be ignored.
 *
 * Reports describe a state, not a step: they may be repeated, come late, or skip states in between.
 * - A report of an older generation was written before the agent received the desired state. It changes nothing, except
 *   out of `lost`, as the machine is online again. A stopped instance that is desired running shows as `starting` then:
 *   it must keep the slots that its start took.
 * - While a stop or destruction is desired, "running" only means "not stopped yet": it shows as `stopping`.
 * - A phase that no transition leads to (any out of `destroyed`) is ignored, and so are reports of an instance whose
 *   disk is lost: it can only be destroyed.
 * - A report whose generation no sequence of changes could reach is false, and is ignored.
 */
export function applyInstanceReport(
  row: InstanceRow,
  report: InstanceReport,
): AppliedReport | null {
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

/** The state to show for the reported phase and the desired state. */
function phaseOf(row: InstanceRow, { phase, observed_generation }: InstanceReport): InstanceState {
  if (row.desired !== 'running') return upward.has(phase) ? 'stopping' : phase
  const unacknowledged = observed_generation < row.generation && !upward.has(phase)
  return unacknowledged ? 'starting' : phase
}

/** The reason of the state: the machine's, else the one for which the control plane stopped it, else none. */
function reasonOf(
  row: InstanceRow,
  phase: InstanceState,
  report: InstanceReport,
): InstanceRow['reason'] {
  if (isOurs(row.reason) && row.desired !== 'running') return row.reason
  if (phase === 'starting' && phase !== report.phase) return null
  if (report.reason !== null) return machineReason(report.reason)
  return ended.has(phase) ? keptAfterEnd(row.reason) : null
}

/** Whether the control plane stopped it by itself, for lack of funds or by a rule; the machine does not report that. */
function isOurs(reason: InstanceRow['reason']): boolean {
  return reason !== null && stopsOfOurs.has(reason.code)
}

const stopsOfOurs: ReadonlySet<ReasonCode> = new Set([
  'balance_exhausted',
  'account_budget_exhausted',
  'project_budget_exhausted',
  'key_budget_exhausted',
  'instance_budget_exhausted',
  'interrupted',
  ...StopCause.options,
])

/** States that keep the reason of the stop. */
const ended: ReadonlySet<InstanceState> = new Set(['stopping', 'stopped', 'destroyed'])

/** A report ends the reason `machine_silent`; other reasons stay while the instance is down. */
function keptAfterEnd(reason: InstanceRow['reason']): InstanceRow['reason'] {
  return reason?.code === 'machine_silent' ? null : reason
}

function unchanged(row: InstanceRow): AppliedReport {
  return {
    state: row.state,
    ready: row.ready,
    reason: row.reason,
    progress: row.progress,
    observedGeneration: row.observed_generation,
  }
}
