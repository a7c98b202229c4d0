import type { AtOnce } from '../../platform/at-once.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { Authenticator } from '../../platform/http/routes.ts'
import type { TcpRange } from '../../tcp-range.ts'
import type { AgentGateway } from '../agents/index.ts'
import type { PortAddresses } from './port-addresses.ts'

/** The context of this feature. */
export interface PortsCtx extends Ctx {
  readonly agents: AgentGateway
  readonly authenticator: Authenticator
  readonly changes: Pick<Changes, 'subscribe'>
  readonly portAddresses: PortAddresses
  /** Limits how many ports are probed at once. */
  readonly portProbes: AtOnce
  /** The public TCP ports, and the host at which they are reached; `undefined`: there are none. */
  readonly tcp: { readonly range: TcpRange; readonly host: string } | undefined
}
