import type { Ctx } from '../../platform/ctx.ts'
import type { AgentPacks } from './agent-packs.ts'
import type { PackSigner } from './pack-signer.ts'

/** What the verbs of this feature need beside the platform's context. */
export interface InstallersCtx extends Ctx {
  /** The public address, without a slash at its end. */
  readonly publicUrl: string
  readonly agentPacks: AgentPacks
  readonly packSigner: PackSigner
}
