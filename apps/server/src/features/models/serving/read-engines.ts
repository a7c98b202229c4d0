import type { MachineId } from '@gridloom/contract/core/ids'
import type { MachineEngines } from '@gridloom/contract/models/serving'
import { accountOf } from '../../../platform/ctx.ts'
import { noSuchMachine } from '../../machines/index.ts'
import type { ModelsCtx } from '../ctx.ts'
import { ownsMachine } from '../registry/endpoints-store.ts'
import { findEngines } from '../registry/machine-engines-store.ts'

/** Returns the engines of a machine of the caller, as last reported. @throws Refused `not_found` */
export async function readEngines(ctx: ModelsCtx, machineId: MachineId): Promise<MachineEngines> {
  const { accountId } = accountOf(ctx)
  if (!(await ownsMachine(ctx.db, { machineId, accountId }))) throw noSuchMachine()
  return (await findEngines(ctx.db, machineId)) ?? { llama_missing: null }
}
