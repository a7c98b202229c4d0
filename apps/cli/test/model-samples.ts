import { Chat, Inference } from '@gridloom/contract/chat/chat'
import { AnswerCost } from '@gridloom/contract/models/answer'
import { Model } from '@gridloom/contract/models/model'
import { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import { ServedModel } from '@gridloom/contract/models/serving'
import { idEndingIn } from './samples.ts'

const at = '2026-11-21T09:00:00.000Z'
const metrics = {
  first_token_ms: { p50: 12.4, p75: 15, p90: 20, p99: 40 },
  tokens_per_s: { p50: 811.6, p75: 700, p90: 600, p99: 500 },
  uptime_5m: 1,
  uptime_30m: 0.9987,
  uptime_1d: 1,
  answers_30m: 40,
}
const price = { input_micro_usd: 20_000, cached_micro_usd: 5_000, output_micro_usd: 40_000 }

export const chatId = idEndingIn('cht', 'cccc1111')
export const generationId = idEndingIn('gen', 'dddd1111')

/** Parsed, as all samples: one that violates the contract fails the test that uses it. */
export function anEndpoint(change: Readonly<Record<string, unknown>> = {}): ModelEndpoint {
  return ModelEndpoint.parse({
    id: idEndingIn('mep', 'eeee1111'),
    model_id: 'org/small',
    machine_id: idEndingIn('mch', 'cccc3333'),
    machine_name: 'tower',
    state: 'serving',
    problem: null,
    fetched_bytes: null,
    total_bytes: null,
    engine: 'llama',
    quantization: 'Q4_1',
    context_tokens: 2_048,
    slots: 2,
    busy: 0,
    queued: 0,
    cold: false,
    load_ms: null,
    price,
    features: ['chat', 'completion'],
    data_collection: 'deny',
    metrics,
    created_at: at,
    ...change,
  })
}

/** An endpoint of the user's own machine, with its order. */
export function aServedModel(change: Readonly<Record<string, unknown>> = {}): ServedModel {
  const order = { engine: { kind: 'llama', context_tokens: null }, price, slots: 2 }
  return ServedModel.parse({ ...anEndpoint(), order, ...change })
}

export function aModel(change: Readonly<Record<string, unknown>> = {}): Model {
  return Model.parse({
    id: 'org/small',
    name: 'small',
    icon: 'data:image/svg+xml,',
    about: '',
    licence: 'Apache-2.0',
    parameters: 134_515_008,
    bytes: 98_000_000,
    context_tokens: 8_192,
    sources: [],
    features: ['chat'],
    price,
    endpoints: [anEndpoint()],
    metrics,
    created_at: at,
    ...change,
  })
}

export function aCost(change: Readonly<Record<string, unknown>> = {}): AnswerCost {
  return AnswerCost.parse({
    input_tokens: 12,
    cached_tokens: 4,
    output_tokens: 34,
    reasoning_tokens: 0,
    reasoning_ms: null,
    first_token_ms: 12.4,
    tokens_per_s: 811.6,
    micro_usd: 12,
    machine_id: idEndingIn('mch', 'cccc3333'),
    machine_name: 'tower',
    ...change,
  })
}

/** The immediate response to a prompt: the answer has only started. */
export function anAsked(prompt: string) {
  const inference = Inference.parse({
    prompt,
    answer: '',
    message_id: idEndingIn('msg', 'aaaa1111'),
    answer_id: idEndingIn('msg', 'aaaa2222'),
    model_id: 'org/small',
    generation_id: generationId,
    state: 'running',
    cost: null,
  })
  return { chat_id: Chat.shape.id.parse(chatId), inference: [inference] }
}
