import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Tx } from '../../../platform/ctx.ts'

/** Publishes, at commit, a change of a model or of its endpoints to the registry of every replica and to open pages. */
export async function publishModel(tx: Tx, modelId: ModelId): Promise<void> {
  await tx.publish({ topic: 'model', accountId: null, subject: modelId })
}
