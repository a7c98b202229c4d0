import type { Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { Files } from '../../platform/files/files.ts'
import type { AgentGateway } from '../agents/index.ts'
import type { KeySpendCtx } from '../budgets/index.ts'
import type { Deliveries } from './delivery/deliveries.ts'
import type { Pictures } from './pictures/pictures.ts'
import type { HeldSweep } from './review/held-store.ts'

/** The context of this feature's operations: the platform's, and the services of rendering. */
export interface RenderingCtx extends Ctx, KeySpendCtx {
  readonly agents: AgentGateway
  readonly changes: Changes
  readonly files: Files
  readonly pictures: Pictures
  readonly deliveries: Deliveries
  readonly heldSweep: HeldSweep
  /** The public base URL of the product, for links in emails. */
  readonly publicUrl: string
}
