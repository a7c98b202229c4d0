import type { UsageEntry } from '@gridloom/contract/agent/usage'
import type { ReportGap } from '@gridloom/domain/metering'

/** The gap of one instance, with the signed entries that show it. */
export interface InstanceGap extends ReportGap {
  readonly evidence: readonly UsageEntry[]
}

export const noGap: InstanceGap = { excused: [], journal: [], evidence: [] }
