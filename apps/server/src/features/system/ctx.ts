import type { PublicConfig } from '@gridloom/contract/system/public-config'
import type { Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { SignInMethodsCtx } from '../auth/index.ts'
import type { EdgeState } from '../edge/index.ts'
import type { MaintenanceWatch } from '../operator/index.ts'
import type { PortAddresses, PortsCtx } from '../ports/index.ts'

/** The part of the public configuration that is fixed while the server runs. */
export type StaticConfig = Omit<
  PublicConfig,
  'platform_fee_basis_points' | 'ssh' | 'apps_domain' | 'tcp_host'
>

/** The context of this feature. */
export interface SystemCtx extends Ctx, Pick<SignInMethodsCtx, 'captcha' | 'loginProviders'> {
  readonly changes: Changes
  readonly maintenance: Pick<MaintenanceWatch, 'on' | 'settled'>
  readonly publicConfig: StaticConfig
  readonly edge: EdgeState
  readonly portAddresses: Pick<PortAddresses, 'served'>
  readonly tcp: PortsCtx['tcp']
}
