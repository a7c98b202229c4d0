import { createAtOnce } from '../../platform/at-once.ts'
import type { InstancesCtx } from './ctx.ts'
import { logReadsAtOnce } from './read-logs.ts'
import { createUnsettledGaps } from './unsettled-gaps.ts'

export interface InstanceServices {
  /** Services that the context of this feature's verbs needs. */
  readonly adapters: Pick<InstancesCtx, 'logReads' | 'unsettledGaps'>
}

/** Limits how many log reads run at once, and remembers the gaps that could not be charged yet. */
export function createInstanceServices(): InstanceServices {
  return {
    adapters: { logReads: createAtOnce(logReadsAtOnce), unsettledGaps: createUnsettledGaps() },
  }
}
