import type { Model } from '@gridloom/contract/models/model'
import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import { lowestPrice } from '@gridloom/domain/models/token-price'
import { modelIcon, modelName } from '../catalogue/model-icon.ts'
import type { ModelRow } from '../catalogue/models-store.ts'
import type { ReadEndpoint } from '../serving/read-endpoints.ts'
import { mergeStats, metricsOf } from '../stats/rolling-stats.ts'

/** Returns the public view of a model, with the online machines that serve it or are preparing to. */
export function modelView(row: ModelRow, served: readonly ReadEndpoint[]): Model {
  const here = served.filter((one) => one.row.machine_status === 'online').map(({ view }) => view)
  const serving = here.filter(({ state }) => state === 'serving')
  return {
    id: row.id,
    name: modelName(row.id),
    icon: modelIcon(row.id),
    about: row.about,
    licence: row.licence,
    parameters: row.parameters,
    bytes: row.sources[0]?.bytes ?? null,
    context_tokens: row.context_tokens,
    sources: row.sources,
    features: featuresOf(serving),
    price: lowestPrice(serving.map(({ price }) => price)) ?? null,
    endpoints: [...serving, ...here.filter(({ state }) => state !== 'serving')],
    metrics: metricsOf(mergeStats(served.map(({ stats }) => stats))),
    created_at: row.created_at.toISOString(),
  }
}

function featuresOf(serving: readonly ModelEndpoint[]): ModelFeature[] {
  return [...new Set(serving.flatMap(({ features }) => features))]
}
