import type { MachineId } from '@gridloom/contract/core/ids'
import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import { ModelId } from '@gridloom/contract/models/model-id'
import type { ServeOrder } from '@gridloom/contract/models/serving'
import type { TokenPrice } from '@gridloom/contract/models/token-price'
import type { Product } from '../product.ts'
import type { ModelHub } from './model-files.ts'
import {
  type ServingMachine,
  type ServingMachineOptions,
  startServingMachine,
} from './serving-machine.ts'
import { type Upstream, upstreamModel } from './upstream.ts'

/** A micro-dollar for each output token, and one for ten input tokens. */
const plainPrice: TokenPrice = {
  input_micro_usd: 100_000,
  cached_micro_usd: 100_000,
  output_micro_usd: 1_000_000,
}

/** Actions of operator and provider that make models available. */
export interface ServingSide {
  /** Adds a model to the catalogue, which the hub provides by default. */
  addModel(name: string, sources?: Parameters<ModelHub['source']>[0] | 'none'): Promise<ModelId>
  /** Adds another machine of the provider, with its agent in a separate process. */
  addMachine(patience?: Pick<ServingMachineOptions, 'idleMsMax'>): Promise<ServingMachine>
  /** Has a machine serve a model, and resolves with the endpoint once it is serving, or has failed. */
  serve(
    machine: { id: MachineId },
    model: ModelId,
    order?: Partial<ServeOrder>,
  ): Promise<ModelEndpoint>
  /**
   * Adds a model for which the stand-in answers on a machine, a new one by default. @throws Error when it does not
   * serve
   */
  serveBy(upstream: Upstream, name: string, machine?: { id: MachineId }): Promise<ModelId>
  /** A serve order whose engine is the stand-in. */
  by(upstream: Upstream): ServeOrder
  /** The endpoint, once it satisfies. */
  endpointOnce(
    of: Pick<ModelEndpoint, 'id' | 'machine_id'>,
    satisfies: (endpoint: ModelEndpoint) => boolean,
  ): Promise<ModelEndpoint>
}

interface ServingSideOptions {
  product: Product
  hub: ModelHub
  /** Disposes of the machines. */
  machines: AsyncDisposableStack
}

const servedMsMax = 60_000

export function openServingSide({ product, hub, machines }: ServingSideOptions): ServingSide {
  const { provider, operator, server } = product
  let added = 0

  const addModel: ServingSide['addModel'] = async (name, options = {}) => {
    const model = ModelId.parse(name)
    const own =
      options === 'none'
        ? { sources: [], context_tokens: 2_000_000 }
        : { sources: [hub.source(options)], context_tokens: 1_024 }
    await operator.models.put({ params: { model }, body: { licence: 'Apache-2.0', ...own } })
    return model
  }

  const addMachine: ServingSide['addMachine'] = async (patience = {}) => {
    added += 1
    const name = `serving-${added}`
    const { token: enrolmentToken } = await provider.machines.createEnrolmentToken()
    const options = { serverUrl: server.url, enrolmentToken, name, ...patience }
    return machines.use(await startServingMachine(options))
  }

  const serve: ServingSide['serve'] = async ({ id }, model, order = {}) => {
    const engine = { kind: 'llama', context_tokens: null } as const
    const body = { engine, price: plainPrice, slots: 2, ...order }
    const endpoint = await provider.models.serve({ params: { id, model }, body })
    return endpointOnce(product, endpoint, ({ state }) => state === 'serving' || state === 'failed')
  }

  return {
    ...{ addModel, addMachine, serve, by: orderBy },
    async serveBy(upstream, name, machine) {
      const model = await addModel(name, 'none')
      const endpoint = await serve(machine ?? (await addMachine()), model, orderBy(upstream))
      if (endpoint.state !== 'serving') throw new Error(`${name}: ${endpoint.problem}`)
      return model
    },
    endpointOnce: (of, satisfies) => endpointOnce(product, of, satisfies),
  }
}

function orderBy({ baseUrl }: Upstream): ServeOrder {
  return {
    engine: {
      kind: 'openai-http',
      base_url: baseUrl,
      upstream_model: upstreamModel,
      context_tokens: 8_192,
    },
    price: plainPrice,
    slots: 4,
  }
}

async function endpointOnce(
  { provider, until }: Product,
  { id, machine_id }: Pick<ModelEndpoint, 'id' | 'machine_id'>,
  satisfies: (endpoint: ModelEndpoint) => boolean,
): Promise<ModelEndpoint> {
  const found = await until({
    read: async () => {
      const served = await provider.models.listServed({ params: { id: machine_id } })
      return served.find((endpoint) => endpoint.id === id)
    },
    satisfies: (endpoint) => endpoint !== undefined && satisfies(endpoint),
    withinMs: servedMsMax,
  })
  if (found === undefined) throw new Error('nothing serves it')
  return found
}
