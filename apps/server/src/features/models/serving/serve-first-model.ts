import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { firstModel } from '../catalogue/first-models.ts'
import { listModelIds } from '../catalogue/models-store.ts'
import { orderServing } from './serve-model.ts'

/**
 * Has the installation's own machine serve the first model, in the transaction that enrols it; it is its owner's to change
 * from then on. Nothing where the operator took that model out.
 */
export async function serveFirstModel(
  ctx: Pick<Ctx, 'clock' | 'ids'>,
  tx: Tx,
  machine: { machineId: MachineId; accountId: AccountId },
): Promise<void> {
  const { id: modelId, order } = firstModel
  if ((await listModelIds(tx.db, modelId)).length === 0) return
  await orderServing(ctx, tx, { ...machine, modelId, order })
}
