import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { firstModel } from '../catalogue/first-models.ts'
import { listModelIds } from '../catalogue/models-store.ts'
import { orderServing } from './serve-model.ts'

/**
 * Orders the installation's own machine to serve the first model, in the transaction that enrols it; its owner can
 * change the order from then on. Does nothing if the operator removed that model.
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
