import type { AtOnce } from '../../platform/at-once.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { AgentGateway } from '../agents/index.ts'
import type { KeySpendCtx } from '../budgets/index.ts'

/** What the verbs of this feature need beside the platform's context. */
export interface InstancesCtx extends Ctx, KeySpendCtx {
  readonly agents: AgentGateway
  readonly changes: Changes
  /** Who reads the last lines of a log: all of them are held until the last has come. */
  readonly logReads: AtOnce
  /** Where the product is reached, for the links in letters. */
  readonly publicUrl: string
}
