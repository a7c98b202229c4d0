import type { Ctx } from '../../platform/ctx.ts'
import type { AgentGateway } from '../agents/index.ts'
import type { KeySpendCtx } from '../budgets/index.ts'
import type { MachineTurns } from './machine-turns.ts'

/** The adapters that this feature makes. */
export interface VolumeAdapters {
  readonly volumeTurns: MachineTurns
}

/** The context of this feature. */
export interface VolumesCtx extends Ctx, KeySpendCtx, VolumeAdapters {
  readonly agents: AgentGateway
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
}
