import type { AccountId, MachineId, ModelEndpointId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ServedModel, ServeOrder } from '@gridloom/contract/models/serving'
import { accountOf, type Ctx, type Tx } from '../../../platform/ctx.ts'
import { countOfDay } from '../../accounts/index.ts'
import { noSuchMachine } from '../../machines/index.ts'
import { lockModel, type ModelRow } from '../catalogue/models-store.ts'
import type { ModelsCtx } from '../ctx.ts'
import { modelUnknown } from '../model-unknown.ts'
import {
  insertServed,
  listServedRows,
  lockOwnMachine,
  updateServed,
} from '../registry/endpoints-store.ts'
import { publishModel } from '../registry/publish-model.ts'
import { readEndpoints } from './read-endpoints.ts'
import { servedModel } from './served-model.ts'

export interface ServeModelInput {
  readonly machineId: MachineId
  readonly modelId: ModelId
  readonly order: ServeOrder
}

/** The most models per machine, which all fit into one message to an agent. */
const modelsMax = 100

/**
 * Orders a machine to serve a model, or changes the order. If only the price changes, its engine is left alone; answers
 * under way keep the price that they began with.
 * @throws Refused `not_found`, `model_unknown`, `limit_reached`, `daily_limit_reached`, `invalid_input`
 */
export async function serveModel(ctx: ModelsCtx, input: ServeModelInput): Promise<ServedModel> {
  const { accountId } = accountOf(ctx)
  const id = await ctx.transact(async (tx) => {
    await countOfDay(ctx, tx, 'changes of served models')
    return orderServing(ctx, tx, { ...input, accountId })
  })
  const [served] = await readEndpoints(ctx, { id, to: 'owner' })
  if (served === undefined) throw noSuchMachine()
  return servedModel(served)
}

/** Like {@link serveModel}, within a transaction that creates a machine; returns the endpoint. */
export async function orderServing(
  ctx: Pick<Ctx, 'clock' | 'ids'>,
  tx: Tx,
  { machineId, modelId, order, accountId }: ServeModelInput & { accountId: AccountId },
): Promise<ModelEndpointId> {
  if (!(await lockOwnMachine(tx, { machineId, accountId }))) throw noSuchMachine()
  const model = await lockModel(tx, modelId)
  if (model === undefined) throw modelUnknown(modelId)
  refuseImpossible(order, model)
  const rows = await listServedRows(tx.db, { machineId })
  const known = rows.find((row) => row.model_id === modelId)
  const id = known?.id ?? ctx.ids.mint('modelEndpoint')
  if (known === undefined) {
    if (rows.length >= modelsMax)
      throw new Refused('limit_reached', { details: { max: modelsMax, what: 'models' } })
    await insertServed(tx, { id, machineId, modelId, ...order }, ctx.clock.now())
  } else {
    const works = ({ engine, slots }: Pick<ServeOrder, 'engine' | 'slots'>) =>
      JSON.stringify([Object.entries(engine).sort(), slots])
    const generation = known.generation + (works(order) === works(known) ? 0 : 1)
    await updateServed(tx, { id, generation, ...order })
  }
  await publishModel(tx, modelId)
  return id
}

/** Refuses an order that the model cannot fulfil. @throws Refused `invalid_input` */
function refuseImpossible({ engine, price }: ServeOrder, model: ModelRow): void {
  const fields: Record<string, string> = {}
  if (engine.kind === 'llama' && model.sources.length === 0)
    fields['engine.kind'] = 'This model has no download source. Use your own engine.'
  if ((engine.context_tokens ?? 0) > model.context_tokens)
    fields['engine.context_tokens'] = `The model supports at most ${model.context_tokens} tokens.`
  // The reservation for an answer counts its whole prompt as uncached.
  if (price.cached_micro_usd > price.input_micro_usd)
    fields['price.cached_micro_usd'] =
      'The cached input price can’t be higher than the input price.'
  if (Object.keys(fields).length > 0) throw new Refused('invalid_input', { fields })
}
