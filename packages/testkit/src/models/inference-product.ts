import { type Product, startProduct } from '../product.ts'
import { type AskingSide, openAskingSide } from './asking-side.ts'
import { type ModelHub, startModelHub } from './model-files.ts'
import { openServingSide, type ServingSide } from './serving-side.ts'

/** The product with models that the provider's machines serve, and renters who use them. */
export interface InferenceProduct extends ServingSide, AskingSide, AsyncDisposable {
  product: Product
  hub: ModelHub
}

export async function startInferenceProduct(): Promise<InferenceProduct> {
  await using opened = new AsyncDisposableStack()
  const product = opened.use(await startProduct({ driver: 'fake' }))
  const hub = opened.use(await startModelHub())
  const machines = opened.use(new AsyncDisposableStack())
  const serving = openServingSide({ product, hub, machines })
  const asking = await openAskingSide(product)
  const open = opened.move()
  return {
    ...{ product, hub, ...serving, ...asking },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
