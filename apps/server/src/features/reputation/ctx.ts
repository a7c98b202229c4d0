import type { Ctx } from '../../platform/ctx.ts'
import type { AgentGateway } from '../agents/index.ts'
import type { EvidenceSigner } from './evidence/evidence-signer.ts'

/** The adapters that this feature makes. */
export interface ReputationAdapters {
  readonly evidenceSigner: EvidenceSigner
}

/** The context of this feature. */
export interface ReputationCtx extends Ctx, ReputationAdapters {
  readonly agents: AgentGateway
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
}

/** The context of recording a fact. */
export type FactCtx = Pick<ReputationCtx, 'clock' | 'ids' | 'evidenceSigner'>
