import type { MachineId } from '@gridloom/contract/core/ids'
import type { ServedModel } from '@gridloom/contract/models/serving'
import { accountOf } from '../../../platform/ctx.ts'
import { noSuchMachine } from '../../machines/index.ts'
import type { ModelsCtx } from '../ctx.ts'
import { ownsMachine } from '../registry/endpoints-store.ts'
import { readEndpoints } from './read-endpoints.ts'
import { servedModel } from './served-model.ts'

/** Lists the models that a machine of the caller serves, oldest first. @throws Refused `not_found` */
export async function listServed(ctx: ModelsCtx, machineId: MachineId): Promise<ServedModel[]> {
  const { accountId } = accountOf(ctx)
  if (!(await ownsMachine(ctx.db, { machineId, accountId }))) throw noSuchMachine()
  const served = await readEndpoints(ctx, { machineId, to: 'owner' })
  return served.map(servedModel)
}
