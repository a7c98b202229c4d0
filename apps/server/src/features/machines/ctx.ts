import type { Ctx } from '../../platform/ctx.ts'
import type { AgentGateway } from '../agents/index.ts'

/** The context of this feature. */
export interface MachinesCtx extends Ctx {
  /** The public address, without a slash at its end. */
  readonly publicUrl: string
  readonly agents: AgentGateway
}
