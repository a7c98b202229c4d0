import type { InstancesCtx } from '../instances/index.ts'
import type { MarketAdapters } from '../market/index.ts'

/** The context of this feature: it orders instances on offers that it finds. */
export interface AutoOrdersCtx extends InstancesCtx, MarketAdapters {}
