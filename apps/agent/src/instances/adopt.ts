import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { ContainerFacts } from '../runtime/port.ts'
import { type InstanceFile, type RestoreContext, recordOf } from './instance-file.ts'
import type { Timestamp } from './meter.ts'
import { containerName, labelNames, specOfLabels } from './names.ts'
import { type InstanceRecord, newRecord, takeFacts } from './record.ts'

/**
 * Returns the instances of a machine after the agent was away: from the labels of the containers, completed by
 * the files on disk. A container without a file is adopted as it runs, and its readiness is probed again. A file
 * without a container keeps its final state (destroyed, failed) or starts again. Nothing is stopped here.
 */
export function adoptedRecords(
  files: readonly InstanceFile[],
  containers: readonly ContainerFacts[],
  restored: RestoreContext,
): InstanceRecord[] {
  const { now } = restored
  const records = new Map<string, InstanceRecord>()
  for (const file of files) records.set(file.spec.instance_id, recordOf(file, restored))
  const held = new Map<string, ContainerFacts>()
  for (const facts of containers) {
    const spec = specOfLabels(facts.labels)
    // Every container inherits the labels of its image; only the agent sets these names.
    if (spec === undefined || facts.name !== containerName(spec.instance_id)) continue
    held.set(spec.instance_id, facts)
    if (!records.has(spec.instance_id)) records.set(spec.instance_id, unfiled(spec, facts, now))
  }
  for (const record of records.values()) {
    const facts = held.get(record.spec.instance_id)
    takeFacts(record, facts, now)
    if (facts === undefined) continue
    record.startedRestart ??= restartOf(facts)
    record.network = facts.labels[labelNames.network]
  }
  return [...records.values()]
}

/**
 * Returns a record without a file. It is unknown whether a stop was requested, so a stopped container stays stopped
 * until the control plane sends a spec: generation 0 is older than any that it can send.
 */
function unfiled(spec: InstanceSpec, facts: ContainerFacts, now: Timestamp): InstanceRecord {
  if (facts.state === 'running') return newRecord(spec, now)
  const stopped = { ...spec, generation: 0, desired: 'stopped' } as const
  return { ...newRecord(stopped, now), stopAsked: true }
}

function restartOf(facts: ContainerFacts): number {
  return Number(facts.labels[labelNames.restart] ?? 0)
}
