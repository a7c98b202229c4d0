import type { BackgroundWork } from '../../platform/background-work.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { AgentGateway } from '../agents/index.ts'
import type { KeySpendCtx } from '../budgets/index.ts'

/** The adapters that this feature makes. */
export interface VolumeAdapters {
  /** Calls to machines, one at a time for each. */
  readonly volumeTurns: BackgroundWork
}

/** The context of this feature. */
export interface VolumesCtx extends Ctx, KeySpendCtx, VolumeAdapters {
  readonly agents: AgentGateway
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
}
