import type { BackgroundWork } from '../../platform/background-work.ts'
import type { InstancesCtx } from '../instances/index.ts'
import type { MarketAdapters } from '../market/index.ts'
import type { ReadAppFacts } from './app-facts.ts'

/** The adapters that this feature makes. */
export interface AppAdapters {
  readonly readAppFacts: ReadAppFacts
  /** Calls to machines that prepare images, one at a time for each. */
  readonly preparing: BackgroundWork
}

/** The context of this feature. */
export interface AppsCtx extends InstancesCtx, MarketAdapters, AppAdapters {}
