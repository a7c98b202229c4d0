import { systemClock } from '@gridloom/async/clock'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { seedModel, serveModel } from '../../../dev/seed/chat.ts'
import { startUpstream } from '../../../src/models/upstream.ts'
import { type Person, type Product, startProduct } from '../../../src/product.ts'
import { type ProductMachine, startMachine } from '../../../src/product-machine.ts'
import { honest, rendererWithoutBlender } from '../../../src/rendering/renderer-without-blender.ts'
import { signIn } from '../../../src/sign-up.ts'
import { type DocumentedCall, type OpenApiReader, readDocument } from '../document.ts'

/** A product whose second machine renders without Blender and answers with a stand-in engine. */
export interface PreparedSite {
  readonly product: Product
  readonly machine: ProductMachine
  /** What the machine serves. */
  readonly model: ModelId
  /** The address of its engine. */
  readonly engineUrl: string
  readonly document: OpenApiReader
  operatorToken(): Promise<string>
  /** Another user with access and credit. */
  person(): Promise<Person>
  callNamed(id: string): DocumentedCall
  [Symbol.asyncDispose](): Promise<void>
}

export async function openPreparedSite(): Promise<PreparedSite> {
  await using opened = new AsyncDisposableStack()
  const product = opened.use(await startProduct({ driver: 'fake' }))
  const upstream = opened.use(await startUpstream({ tokens: 3 }))
  const engineHosts = [new URL(upstream.baseUrl).host]
  const machine = opened.use(await startServingMachine(product, engineHosts))
  const { operator, provider, server } = product
  await serveModel({ operator, provider }, machine, upstream)
  const document = readDocument(await (await fetch(`${server.url}/api/openapi.json`)).json())
  const open = opened.move()
  return {
    ...{ product, machine, document, model: seedModel, engineUrl: upstream.baseUrl },
    operatorToken: () => signIn(server),
    person: () => product.newcomer(),
    callNamed(id) {
      const call = document.calls.find((one) => one.id === id)
      if (call === undefined) throw new Error(`${id} is not documented`)
      return call
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** Starts a machine of the provider that renders and serves models; resolves once it may do both. */
async function startServingMachine(
  { provider, operator, server, until }: Product,
  engineHosts: readonly string[],
): Promise<ProductMachine> {
  const { token } = await provider.machines.createEnrolmentToken()
  await using opened = new AsyncDisposableStack()
  const machine = opened.use(
    await startMachine({
      driver: 'fake',
      name: 'tower',
      clock: systemClock,
      serverUrl: server.url,
      enrolmentToken: token,
      rendering: { around: () => rendererWithoutBlender(honest) },
      serving: { engineHosts },
    }),
  )
  const params = { id: machine.id }
  await until({
    read: () => provider.machines.read({ params }),
    satisfies: ({ hardware }) => hardware !== null,
  })
  await operator.rendering.vouch({ params, body: { vouched: true } })
  await until({
    read: () => provider.rendering.readMachine({ params }),
    satisfies: ({ admission }) => admission === 'admitted',
  })
  opened.move()
  return machine
}
