import type { Ctx } from '../../platform/ctx.ts'
import type { AgentGateway } from '../agents/index.ts'
import type { ModelHub } from './hub/hub.ts'
import type { ServedEndpoints } from './sync/create-endpoints.ts'

/** The context of this feature. */
export interface ModelsCtx extends Ctx {
  readonly agents: AgentGateway
  readonly endpoints: ServedEndpoints
  readonly hub: ModelHub
}
