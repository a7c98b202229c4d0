import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { accountOf } from '../../../platform/ctx.ts'
import { noSuchMachine } from '../../machines/index.ts'
import type { ModelsCtx } from '../ctx.ts'
import { lockOwnMachine, removeServed } from '../registry/endpoints-store.ts'
import { publishModel } from '../registry/publish-model.ts'

/** Stops serving a model on a machine and deletes its stats. @throws Refused `not_found` */
export async function stopServing(
  ctx: ModelsCtx,
  { machineId, modelId }: { machineId: MachineId; modelId: ModelId },
): Promise<void> {
  const { accountId } = accountOf(ctx)
  await ctx.transact(async (tx) => {
    if (!(await lockOwnMachine(tx, { machineId, accountId }))) throw noSuchMachine()
    if (!(await removeServed(tx, { machineId, modelId, now: ctx.clock.now() })))
      throw new Refused('not_found', { details: { what: 'model on this machine' } })
    await publishModel(tx, modelId)
  })
}
