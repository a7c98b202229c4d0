import { ServeOrders } from '@gridloom/contract/agent/models'
import type { ModelEndpointId } from '@gridloom/contract/core/ids'
import { readTextIfThere, writeWhole } from '../host/files.ts'
import { AgentRefused } from '../refused.ts'
import { ServedModel, type ServedModelOptions } from './served-model.ts'

export interface KeepServingOptions extends ServedModelOptions {
  /** The file that stores the orders, so that a restarted agent serves before it is connected. */
  ordersFile: string
}

/** The models that this machine serves by the last orders. */
export interface ServedModels {
  /** Resolves when the orders are stored, not when they are fulfilled. */
  order(orders: ServeOrders): Promise<void>
  /** @throws AgentRefused `not_serving` */
  find(endpoint: ModelEndpointId): ServedModel
  all(): ServedModel[]
  [Symbol.asyncDispose](): Promise<void>
}

export async function serveModels(options: KeepServingOptions): Promise<ServedModels> {
  const { ordersFile } = options
  const models = new Map<ModelEndpointId, ServedModel>()
  const leaving = new Set<ServedModel>()
  let kept: Promise<unknown> = Promise.resolve()
  let isOver = false

  function leave(model: ServedModel): void {
    leaving.add(model)
    void model
      .end('drain')
      .catch(options.onFailure)
      .finally(() => leaving.delete(model))
  }

  function fulfil({ specs }: ServeOrders): void {
    const wanted = new Map(specs.map((spec) => [spec.endpoint_id, spec]))
    for (const [id, model] of models) {
      const spec = wanted.get(id)
      if (spec !== undefined && model.continuesWith(spec)) continue
      models.delete(id)
      leave(model)
    }
    for (const [id, spec] of wanted) {
      if (!models.has(id)) models.set(id, new ServedModel(spec, options))
    }
  }

  const remembered = await readOrders(options)
  if (remembered !== undefined) fulfil(remembered)
  return {
    order: (orders) => {
      if (isOver) throw new AgentRefused('state_conflict', 'The agent is stopping.')
      fulfil(orders)
      const mine = kept.then(() => writeWhole(ordersFile, JSON.stringify(orders)))
      // @NOTE the failure is thrown to the caller that gave these orders
      kept = mine.catch(() => undefined)
      return mine
    },
    find: (endpoint) => {
      const model = models.get(endpoint)
      if (model !== undefined) return model
      throw new AgentRefused('not_serving', 'This machine does not serve that model.')
    },
    all: () => [...models.values()],
    [Symbol.asyncDispose]: async () => {
      isOver = true
      await kept
      await Promise.all([...models.values(), ...leaving].map((model) => model.end('now')))
      models.clear()
    },
  }
}

async function readOrders({ ordersFile, onFailure }: KeepServingOptions) {
  const text = await readTextIfThere(ordersFile)
  if (text === undefined) return undefined
  try {
    return ServeOrders.parse(JSON.parse(text))
  } catch (cause) {
    // The control plane sends the orders again with the next connection.
    onFailure(cause)
    return undefined
  }
}
