import type { Ctx } from '../../platform/ctx.ts'
import type { AgentBundles } from './agent-bundles.ts'
import type { BundleSigner } from './bundle-signer.ts'
import type { Toolboxes } from './toolboxes.ts'

/** The context of this feature. */
export interface InstallersCtx extends Ctx {
  /** The public address, without a trailing slash. */
  readonly publicUrl: string
  readonly agentBundles: AgentBundles
  readonly bundleSigner: BundleSigner
  readonly toolboxes: Toolboxes
}
