import type { Ctx } from '../../platform/ctx.ts'
import type { AgentGateway } from '../agents/index.ts'

/** What the verbs of this feature need beside the platform's context. */
export interface MachinesCtx extends Ctx {
  /** The public address, without a slash at its end. */
  readonly publicUrl: string
  readonly agents: AgentGateway
}
