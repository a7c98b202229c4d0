import { Model } from '@gridloom/contract/models/model'
import { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import { ModelMetrics } from '@gridloom/contract/models/model-metrics'
import { ServedModel } from '@gridloom/contract/models/serving'
import { sampleId, secondsBefore } from './samples.ts'

// Builders of models and their endpoints with defaults; each parses what it builds.

export const smolId = 'HuggingFaceTB/SmolLM2-135M-Instruct'

export function someFigures(parts: object = {}): ModelMetrics {
  return ModelMetrics.parse({
    first_token_ms: { p50: 84, p75: 110, p90: 240, p99: 1_240 },
    tokens_per_s: { p50: 42.4, p75: 38, p90: 30, p99: 8.25 },
    uptime_5m: 1,
    uptime_30m: 0.9996,
    uptime_1d: 0.98,
    answers_30m: 120,
    ...parts,
  })
}

/** Metrics of an endpoint without any requests. */
export function noMetrics(): ModelMetrics {
  return someFigures({
    first_token_ms: null,
    tokens_per_s: null,
    uptime_5m: null,
    uptime_30m: null,
    uptime_1d: null,
    answers_30m: 0,
  })
}

export function anEndpoint(parts: object = {}): ModelEndpoint {
  return ModelEndpoint.parse({
    id: sampleId('mep', 1),
    model_id: smolId,
    machine_id: sampleId('mch', 1),
    machine_name: 'loom-01',
    state: 'serving',
    problem: null,
    fetched_bytes: null,
    total_bytes: null,
    engine: 'llama',
    quantization: 'Q4_1',
    context_tokens: 2_048,
    slots: 2,
    busy: 1,
    queued: 0,
    cold: false,
    load_ms: null,
    price: { input_micro_usd: 20_000, cached_micro_usd: 5_000, output_micro_usd: 60_000 },
    features: ['chat', 'completion', 'json_schema'],
    data_collection: 'deny',
    metrics: someFigures(),
    created_at: secondsBefore(86_400),
    ...parts,
  })
}

/** A model served by the user's own machine, with its order. */
export function aServedModel(parts: object = {}): ServedModel {
  const { price, slots, ...endpoint } = anEndpoint()
  const order = { engine: { kind: 'llama', context_tokens: null }, price, slots }
  return ServedModel.parse({ ...endpoint, price, slots, order, ...parts })
}

export function aModel(parts: object = {}): Model {
  return Model.parse({
    id: smolId,
    name: 'SmolLM2-135M-Instruct',
    icon: 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E',
    about: 'A small model that answers in English.',
    licence: 'Apache-2.0',
    parameters: 134_515_008,
    bytes: 98_000_000,
    context_tokens: 8_192,
    sources: [],
    features: ['chat', 'completion', 'json_schema'],
    price: { input_micro_usd: 20_000, cached_micro_usd: 5_000, output_micro_usd: 60_000 },
    endpoints: [anEndpoint()],
    metrics: someFigures(),
    created_at: secondsBefore(86_400),
    ...parts,
  })
}

/** A larger model that no machine serves. */
export function anUnservedModel(parts: object = {}): Model {
  return aModel({
    id: 'acme/Big-70B',
    name: 'Big-70B',
    licence: 'MIT',
    parameters: 70_000_000_000,
    bytes: null,
    price: null,
    endpoints: [],
    features: [],
    metrics: noMetrics(),
    ...parts,
  })
}
