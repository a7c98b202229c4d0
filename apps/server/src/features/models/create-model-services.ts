import type { Ctx } from '../../platform/ctx.ts'
import { createHangWatch, type HangWatch } from './answers/hang-watch.ts'
import { createPayerWatch, type PayerWatch } from './answers/payer-watch.ts'
import { seedCatalogue } from './catalogue/seed-catalogue.ts'
import {
  createEndpoints,
  type EndpointsOptions,
  type ServedEndpoints,
} from './endpoints/endpoints.ts'
import { createModelHub, type ModelHub } from './hub/hub.ts'
import { createTabs, type MoneyCtx } from './money/index.ts'
import type { Tabs } from './ports.ts'
import { createTokenCounter, type TokenCounter } from './tokens/token-counter.ts'
import { createVocabularies, type VocabulariesOptions } from './tokens/vocabularies.ts'

export type ModelServicesOptions = EndpointsOptions &
  MoneyCtx &
  VocabulariesOptions &
  Pick<Ctx, 'transact'>

/** The parts of this replica that answers are made with: connected machines, payment and token counts. */
export interface ModelServices extends AsyncDisposable {
  readonly endpoints: ServedEndpoints
  readonly hub: ModelHub
  readonly tabs: Tabs
  readonly hangs: HangWatch
  readonly payers: PayerWatch
  readonly tokens: TokenCounter
}

/** Adds the first model to the catalogue and starts listening to machines. */
export async function createModelServices(options: ModelServicesOptions): Promise<ModelServices> {
  await using made = new AsyncDisposableStack()
  await seedCatalogue(options.db, options.clock.now())
  const endpoints = made.use(await createEndpoints(options))
  const hub = made.use(createModelHub({ ...options, endpoints }))
  const tabs = made.use(createTabs(options))
  const hangs = made.use(createHangWatch(options.clock))
  const payers = made.use(createPayerWatch(options))
  const vocabularies = made.use(createVocabularies(options))
  const tokens = made.use(createTokenCounter({ ...options, vocabularies }))
  const all = made.move()
  return {
    endpoints,
    hub,
    tabs,
    hangs,
    payers,
    tokens,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
