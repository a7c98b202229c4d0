import type { InstanceContext } from '../context.ts'
import { labelNames } from '../names.ts'
import type { InstanceRecord } from '../record.ts'

/** What clusters need of the instances' context. */
export type ClusterContext = Pick<InstanceContext, 'runtime' | 'clock' | 'log' | 'owner'>

/** The label with a helper's name. */
const helperNameLabel = 'gridloom.helper_name'

export function helperName({ container }: Pick<InstanceRecord, 'container'>): string {
  return `${container}-network`
}

export function helperLabels(
  { owner }: Pick<ClusterContext, 'owner'>,
  record: InstanceRecord,
): Record<string, string> {
  return { [labelNames.agent]: owner, [helperNameLabel]: helperName(record) }
}

export function nameOfHelper(labels: Readonly<Record<string, string>>): string | undefined {
  return labels[helperNameLabel]
}
