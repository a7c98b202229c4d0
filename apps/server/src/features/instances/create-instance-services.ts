import { createAtOnce } from '../../platform/at-once.ts'
import type { InstancesCtx } from './ctx.ts'
import { logReadsAtOnce } from './read-logs.ts'

export interface InstanceServices {
  /** For the context of its verbs. */
  readonly adapters: Pick<InstancesCtx, 'logReads'>
}

/** The limit of log reads at once. */
export function createInstanceServices(): InstanceServices {
  return { adapters: { logReads: createAtOnce(logReadsAtOnce) } }
}
