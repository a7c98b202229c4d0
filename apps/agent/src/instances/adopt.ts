import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { ContainerFacts } from '../runtime/port.ts'
import { type InstanceFile, recordOf } from './instance-file.ts'
import type { Timestamp } from './meter.ts'
import { containerName, labelNames, specOfLabels } from './names.ts'
import { type InstanceRecord, newRecord, takeFacts } from './record.ts'

/**
 * The instances of a machine after the agent was away: what the containers' labels say, filled up with
 * what was kept on disk. A container without a file is taken as it runs: its readiness is probed anew.
 * A file without a container keeps its word (destroyed, failed) or begins again. Nothing is stopped here.
 */
export function adoptedRecords(
  files: readonly InstanceFile[],
  containers: readonly ContainerFacts[],
  now: Timestamp,
): InstanceRecord[] {
  const records = new Map<string, InstanceRecord>()
  for (const file of files) records.set(file.spec.instance_id, recordOf(file, now))
  const held = new Map<string, ContainerFacts>()
  for (const facts of containers) {
    const spec = specOfLabels(facts.labels)
    // Labels of an image are labels of every container that is made from it; names are given by us alone.
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
 * Without a file nothing tells whether an end was asked for, so a container that stands is left standing
 * until the control plane speaks: generation 0 is older than any that it can send.
 */
function unfiled(spec: InstanceSpec, facts: ContainerFacts, now: Timestamp): InstanceRecord {
  if (facts.state === 'running') return newRecord(spec, now)
  const standing = { ...spec, generation: 0, desired: 'stopped' } as const
  return { ...newRecord(standing, now), stopAsked: true }
}

function restartOf(facts: ContainerFacts): number {
  return Number(facts.labels[labelNames.restart] ?? 0)
}
