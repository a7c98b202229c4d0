import { Model } from '@gridloom/contract/models/model'
import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import { ModelId } from '@gridloom/contract/models/model-id'
import { expect, it } from 'vitest'
import { aServeReport } from '../../../../test/fake-agents.ts'
import { aServedRow } from '../../../../test/served-row.ts'
import type { ModelRow } from '../catalogue/models-store.ts'
import type { ServedRow } from '../registry/served-row.ts'
import { endpointView } from '../serving/endpoint-view.ts'
import type { ReadEndpoint } from '../serving/read-endpoints.ts'
import { metricsOf, rollingStatsOf } from '../stats/rolling-stats.ts'
import { modelView } from './model-view.ts'

it('matches the contract, served or not', () => {
  for (const served of [[], [serving()]]) {
    const view = modelView(aModelRow(), served)
    expect(Model.parse(view)).toEqual(view)
  }
})

it('has no price, size or features without endpoints and sources', () => {
  expect(modelView(aModelRow({ sources: [] }), [])).toMatchObject({
    ...{ price: null, bytes: null, features: [], endpoints: [] },
  })
})

it('has the lowest price of the serving endpoints, not of those still loading', () => {
  const cheap = serving({ row: { input_micro_usd: 1, output_micro_usd: 1 }, phase: 'loading' })
  const [low, high] = [serving(), serving({ row: { output_micro_usd: 9_999 } })]
  expect(modelView(aModelRow(), [high, cheap, low]).price).toEqual(low.view.price)
  expect(modelView(aModelRow(), [cheap]).price).toBeNull()
})

it('has the features of all serving endpoints, each once', () => {
  const one = serving({ features: ['chat', 'completion'] })
  const other = serving({ features: ['chat', 'tools'] })
  const failed = serving({ features: ['embeddings'], phase: 'failed' })
  expect(modelView(aModelRow(), [one, other, failed]).features).toEqual([
    ...['chat', 'completion', 'tools'],
  ])
})

it('lists serving endpoints first, leaves out offline ones, and counts the answers of all', () => {
  const [ready, loading] = [serving(), serving({ phase: 'loading' })]
  const away = serving({ row: { machine_status: 'offline' }, answered: 3 })
  const { endpoints, metrics } = modelView(aModelRow(), [loading, away, ready])
  expect(endpoints.map(({ id }) => id)).toEqual([ready.row.id, loading.row.id])
  expect(metrics).toMatchObject({ answers_30m: 3, uptime_30m: 1 })
})

const now = new Date('2026-01-01T00:10:00.000Z')

function aModelRow(given: Partial<ModelRow> = {}): ModelRow {
  const file = { bytes: 1_000, sha256: 'a'.repeat(64), quantization: 'Q8_0' }
  return {
    id: ModelId.parse('Acme/tiny-chat'),
    ...{ about: '', licence: 'MIT', parameters: null, context_tokens: 4_096 },
    sources: [{ kind: 'url', url: 'https://hub.example/tiny.gguf', ...file }],
    ...{ created_at: now, removed_at: null },
    ...given,
  }
}

interface Serving {
  row?: Partial<ServedRow>
  phase?: 'serving' | 'loading' | 'failed'
  features?: ModelFeature[]
  answered?: number
}

function serving(given: Serving = {}): ReadEndpoint {
  const { phase = 'serving', features = ['chat'], answered = 0 } = given
  const row = aServedRow(given.row)
  const report = aServeReport(row.id, { phase, features })
  const counted = { answered, failed: 0, first_token_ms: {}, tokens_per_s: {} }
  const stats = rollingStatsOf([{ endpoint_id: row.id, minute: now, ...counted }], now)
  const view = endpointView({ row, report, metrics: metricsOf(stats), to: 'everyone' })
  return { row, stats, view }
}
