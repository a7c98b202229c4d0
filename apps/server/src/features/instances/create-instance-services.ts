import { createAtOnce } from '../../platform/at-once.ts'
import type { InstancesCtx } from './ctx.ts'
import { logReadsAtOnce } from './read-logs.ts'

export interface InstanceServices {
  /** Services that the context of this feature's verbs needs. */
  readonly adapters: Pick<InstancesCtx, 'logReads'>
}

/** Limits how many log reads run at once. */
export function createInstanceServices(): InstanceServices {
  return { adapters: { logReads: createAtOnce(logReadsAtOnce) } }
}
