import type { Ctx } from '../../platform/ctx.ts'
import type { Services } from '../../platform/feature.ts'
import { createRecentAnswers, type RecentAnswers } from './answers/recent-answers.ts'
import { createRevocationWatch, type RevocationWatch } from './answers/revocation-watch.ts'
import { createStallDetector, type StallDetector } from './answers/stall-detector.ts'
import { seedCatalogue } from './catalogue/seed-catalogue.ts'
import { createModelHub, type ModelHub } from './hub/hub.ts'
import { createAllowances, type MoneyCtx } from './money/index.ts'
import type { Allowances } from './money/reservation.ts'
import {
  createEndpoints,
  type EndpointsOptions,
  type ServedEndpoints,
} from './sync/create-endpoints.ts'
import { createTokenCounter, type TokenCounter } from './tokens/token-counter.ts'
import { createVocabularies, type VocabulariesOptions } from './tokens/vocabularies.ts'

type ModelServicesOptions = EndpointsOptions &
  MoneyCtx &
  VocabulariesOptions &
  Pick<Ctx, 'transact'>

/** What answers need of this replica: connected machines, payment and token counts. */
export interface ModelAdapters {
  readonly endpoints: ServedEndpoints
  readonly hub: ModelHub
  readonly allowances: Allowances
  readonly stalls: StallDetector
  readonly revocations: RevocationWatch
  readonly tokens: TokenCounter
  readonly recent: RecentAnswers
}

/** Adds the first model to the catalogue and subscribes to machines. */
export async function createModelServices(
  options: ModelServicesOptions,
): Promise<Services<ModelAdapters>> {
  await using made = new AsyncDisposableStack()
  await seedCatalogue(options.db, options.clock.now())
  const endpoints = made.use(await createEndpoints(options))
  const hub = made.use(createModelHub({ ...options, endpoints }))
  const allowances = made.use(createAllowances(options))
  const stalls = made.use(createStallDetector(options.clock))
  const revocations = made.use(createRevocationWatch(options))
  const vocabularies = made.use(createVocabularies(options))
  const tokens = made.use(createTokenCounter({ ...options, vocabularies }))
  const recent = createRecentAnswers()
  const all = made.move()
  return {
    adapters: { endpoints, hub, allowances, stalls, revocations, tokens, recent },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
