import type { NewApiKey } from '@gridloom/contract/account'
import type { ApiKeyId, MachineId } from '@gridloom/contract/ids'
import {
  type ModelEndpoint,
  ModelId,
  type ServeOrder,
  type TokenPrice,
} from '@gridloom/contract/models'
import OpenAI from 'openai'
import { type Person, type Product, startProduct } from '../product.ts'
import { type ModelHub, startModelHub } from './model-files.ts'
import {
  type ServingMachine,
  type ServingMachineOptions,
  startServingMachine,
} from './serving-machine.ts'
import { type Upstream, upstreamModel } from './upstream.ts'

/** A micro-dollar for each token that is written, and a tenth for ten that are read. */
export const plainPrice: TokenPrice = {
  input_micro_usd: 100_000,
  cached_micro_usd: 100_000,
  output_micro_usd: 1_000_000,
}

/** The product with models that machines of the provider serve, and renters who ask them. */
export interface InferenceProduct extends AsyncDisposable {
  product: Product
  hub: ModelHub
  /** Adds a model to the catalogue, to be had from the hub unless told otherwise. */
  addModel(name: string, sources?: Parameters<ModelHub['source']>[0] | 'none'): Promise<ModelId>
  /** Another machine of the provider, with its agent in a process of its own. */
  addMachine(patience?: Pick<ServingMachineOptions, 'silenceMsMax'>): Promise<ServingMachine>
  /** Has a machine serve a model, and resolves with the endpoint once it does, or has failed. */
  serve(
    machine: { id: MachineId },
    model: ModelId,
    order?: Partial<ServeOrder>,
  ): Promise<ModelEndpoint>
  /** An order that has the stand-in answer. */
  by(upstream: Upstream): ServeOrder
  /** What the machine serves, once it satisfies. */
  endpointOnce(
    of: Pick<ModelEndpoint, 'id' | 'machine_id'>,
    satisfies: (endpoint: ModelEndpoint) => boolean,
  ): Promise<ModelEndpoint>
  /** Makes a key (of the renter unless told), which may ask models. */
  makeKey(wish?: Partial<NewApiKey>, of?: Person): Promise<{ key: string; id: ApiKeyId }>
  /** The official client, unmodified, with a key. It tries nothing again by itself. */
  openai(key: string): OpenAI
  /** Micro-dollars that left the account for good, so far, and those that are set aside. */
  spent(of?: Person): Promise<{ gone: number; held: number }>
}

const servedMsMax = 60_000

export async function startInferenceProduct(): Promise<InferenceProduct> {
  await using opened = new AsyncDisposableStack()
  const product = opened.use(await startProduct({ driver: 'fake' }))
  const hub = opened.use(await startModelHub())
  const machines = opened.use(new AsyncDisposableStack())
  const { provider, operator, server, people } = product
  const creditMicroUsd = (await balanceOf(people.renter)).available_micro_usd
  let added = 0
  const endpointOnce: InferenceProduct['endpointOnce'] = async ({ id, machine_id }, satisfies) => {
    const read = async () => {
      const served = await provider.models.listServed({ params: { id: machine_id } })
      return served.find((endpoint) => endpoint.id === id)
    }
    const found = await product.until({
      read,
      satisfies: (endpoint) => endpoint !== undefined && satisfies(endpoint),
      withinMs: servedMsMax,
    })
    if (found === undefined) throw new Error('nothing serves it')
    return found
  }
  const open = opened.move()
  return {
    product,
    hub,
    endpointOnce,
    async addModel(name, wish = {}) {
      const model = ModelId.parse(name)
      const own =
        wish === 'none'
          ? { sources: [], context_tokens: 2_000_000 }
          : { sources: [hub.source(wish)], context_tokens: 1_024 }
      const body = { licence: 'Apache-2.0', ...own }
      await operator.models.put({ params: { model }, body })
      return model
    },
    async addMachine(patience = {}) {
      added += 1
      const { token: enrolmentToken } = await provider.machines.createEnrolmentToken()
      const name = `serving-${added}`
      return machines.use(
        await startServingMachine({ serverUrl: server.url, enrolmentToken, name, ...patience }),
      )
    },
    async serve(machine, model, order = {}) {
      const engine = { kind: 'llama', context_tokens: null } as const
      const endpoint = await provider.models.serve({
        params: { id: machine.id, model },
        body: { engine, price: plainPrice, slots: 2, ...order },
      })
      return endpointOnce(endpoint, ({ state }) => state === 'serving' || state === 'failed')
    },
    by: ({ baseUrl }) => ({
      engine: {
        kind: 'openai-http',
        base_url: baseUrl,
        upstream_model: upstreamModel,
        context_tokens: 8_192,
      },
      price: plainPrice,
      slots: 4,
    }),
    async makeKey(wish = {}, of = people.renter) {
      const body = { name: 'of tests', scopes: ['models:use' as const], ...wish }
      const { key, api_key } = await of.client.account.generateApiKey({ body })
      return { key, id: api_key.id }
    },
    openai: (apiKey) => new OpenAI({ apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 }),
    async spent(of = people.renter) {
      const { available_micro_usd: free, held_micro_usd: held } = await balanceOf(of)
      return { gone: creditMicroUsd - free - held, held }
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

function balanceOf({ client }: Person) {
  return client.ledger.balance()
}
