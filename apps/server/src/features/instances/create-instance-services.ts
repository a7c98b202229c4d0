import { createAtOnce } from '../../platform/at-once.ts'
import type { Services } from '../../platform/feature.ts'
import { createOpenConnections } from './connections/open-connections.ts'
import type { InstancesCtx } from './ctx.ts'
import { logReadsAtOnce } from './read-logs.ts'
import { createUnsettledGaps } from './unsettled-gaps.ts'

/** The part of the feature's context that its services provide. */
export type InstanceAdapters = Pick<InstancesCtx, 'logReads' | 'unsettledGaps' | 'connections'>

/** Limits how many log reads run at once, remembers the gaps that could not be charged yet, and lists connections. */
export function createInstanceServices(): Services<InstanceAdapters> {
  return {
    adapters: {
      logReads: createAtOnce(logReadsAtOnce),
      unsettledGaps: createUnsettledGaps(),
      connections: createOpenConnections(),
    },
  }
}
