import { Refused } from '@gridloom/contract/errors'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { operatorOf } from '../../accounts/index.ts'
import { lockModel, removeModelRow } from '../catalogue/models-store.ts'
import type { ModelsCtx } from '../ctx.ts'
import { modelUnknown } from '../model-unknown.ts'
import { listServedRows, removeServed } from '../registry/endpoints-store.ts'
import { publishModel } from '../registry/publish-model.ts'
import type { ServedRow } from '../registry/served-row.ts'

/**
 * Removes a model from the catalogue, unless an online machine has an order to serve it. Offline machines no longer
 * receive the order when they reconnect. @throws Refused `model_unknown`, `state_conflict`
 */
export async function removeModel(ctx: ModelsCtx, id: ModelId): Promise<void> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    if ((await lockModel(tx, id)) === undefined) throw modelUnknown(id)
    refuseServed(await listServedRows(tx.db, { modelId: id }))
    const now = ctx.clock.now()
    await removeServed(tx, { modelId: id, now })
    await removeModelRow(tx, id, now)
    await publishModel(tx, id)
  })
}

const namesMax = 3

/**
 * Refuses the removal of a served model. @throws Refused `state_conflict`, with the names of the machines that serve it
 */
function refuseServed(rows: readonly ServedRow[]): void {
  const online = rows.filter(({ machine_status }) => machine_status === 'online')
  if (online.length === 0) return
  const names = online.slice(0, namesMax).map(({ machine_name }) => machine_name)
  const more = online.length > namesMax ? ` and ${online.length - namesMax} more` : ''
  const state = `served by ${names.join(', ')}${more}`
  throw new Refused('state_conflict', { details: { what: 'model', state } })
}
