import { z } from 'zod'
import { AgentCount, agentLimits, agentText } from '../core/agent-limits.ts'
import { InstanceId } from '../core/ids.ts'

const SequenceNumber = z.int().min(0)

/** The counters of one instance at a time when the machine could not report them. */
export const UsageEntry = z.object({
  /** Increases with each entry of a machine, also over restarts of its agent. */
  sequence: SequenceNumber,
  instance_id: InstanceId,
  /** Milliseconds since 1970 by the machine's clock. */
  at_ms: z.int().min(0),
  /** As in the `InstanceReport`. */
  ready_s: AgentCount,
  running_s: AgentCount,
  stopped_s: AgentCount,
  /** Of the {@link usageStatement}, by the machine's key: Ed25519, base64url. */
  signature: agentText(agentLimits.wordChars),
})
export type UsageEntry = z.infer<typeof UsageEntry>

/** The bytes that an agent signs for an entry of its usage journal. */
export function usageStatement(machineId: string, entry: Omit<UsageEntry, 'signature'>): string {
  const { sequence, instance_id, at_ms, ready_s, running_s, stopped_s } = entry
  const words = [machineId, sequence, instance_id, at_ms, ready_s, running_s, stopped_s]
  return `gridloom usage\n${words.join('\n')}`
}

/** What an agent has counted for an instance at the time of a report, in seconds. */
export interface InstanceCount {
  readonly instance_id: string
  /** Milliseconds since 1970 by the machine's clock. */
  readonly at_ms: number
  readonly ready_s: number
  readonly running_s: number
  readonly stopped_s: number
}

/** The bytes that an agent signs for the count in a report. */
export function countStatement(machineId: string, count: InstanceCount): string {
  const { instance_id, at_ms, ready_s, running_s, stopped_s } = count
  return `gridloom count\n${[machineId, instance_id, at_ms, ready_s, running_s, stopped_s].join('\n')}`
}

/** A part of the journal, in order. */
export const UsagePage = z.object({
  /** The machine's clock at this answer, for comparing it with ours. */
  now_ms: z.int().min(0),
  entries: z.array(UsageEntry).max(agentLimits.usageEntries),
})
export type UsagePage = z.infer<typeof UsagePage>

/** Entries after this sequence number. */
export const UsageAfter = z.object({ after: z.coerce.number<number>().int().min(0) })

/** Entries up to this sequence number need no longer be kept. */
export const UsageThrough = z.object({ through: SequenceNumber })
