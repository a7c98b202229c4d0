import { fileURLToPath } from 'node:url'
import {
  type AnswerPart,
  AnswerRequest,
  ServeReport,
  ServeSpec,
} from '@gridloom/contract/agent/models'
import { ModelEndpointId } from '@gridloom/contract/core/ids'
import { ModelSource } from '@gridloom/contract/models/model'
import { findLlama } from '../src/models/llama/find-llama.ts'

/** A real model of one million parameters that answers what it was trained on, and writes nonsense otherwise. */
export const tinyFile = fileURLToPath(
  new URL('../../../packages/testkit/fixtures/models/tinychat-1m-q8.gguf', import.meta.url),
)
export const tinyBytes = 1_033_728
export const tinySha256 = '4ef415afb9abb5f10cf924503a31405286aaa9b5796eae3f377a92d76bacc986'

export const anEndpointId = ModelEndpointId.parse('mep_01jd3v8q6f7g8h9jkmnpqrstvw')
export const anotherEndpointId = ModelEndpointId.parse('mep_01jd3v8q6f7g8h9jkmnpqrstvx')

/** Returns the llama.cpp of this checkout. Errors: it is not installed, see `script/bootstrap`. */
export function ownLlama(): { library: string } {
  const found = findLlama({ dataDir: '/', platform: process.platform, arch: process.arch })
  if ('missing' in found) throw new Error(found.missing)
  return found
}

export function aSource(url: string, changes: object = {}): ModelSource {
  return ModelSource.parse({
    kind: 'url',
    url,
    bytes: tinyBytes,
    sha256: tinySha256,
    quantization: 'Q8_0',
    ...changes,
  })
}

export function aSpec(engine: ServeSpec['engine'], changes: object = {}): ServeSpec {
  return ServeSpec.parse({
    endpoint_id: anEndpointId,
    model_id: 'gridloom/tinychat',
    generation: 1,
    engine,
    slots: 2,
    ...changes,
  })
}

export function aRequest(text: string, changes: object = {}): AnswerRequest {
  return AnswerRequest.parse({
    input: { kind: 'chat', messages: [{ role: 'user', content: text }] },
    max_tokens: null,
    temperature: 0,
    top_p: null,
    seed: 1,
    stop: [],
    json_schema: null,
    tools: [],
    tool_choice: null,
    stream: true,
    ...changes,
  })
}

export function aServeReport(changes: object = {}): ServeReport {
  return ServeReport.parse({
    endpoint_id: anEndpointId,
    observed_generation: 1,
    phase: 'serving',
    fetched_bytes: null,
    total_bytes: null,
    problem: null,
    context_tokens: 1_024,
    quantization: 'Q8_0',
    features: ['chat'],
    busy: 0,
    queued: 0,
    ...changes,
  })
}

/** Collects an answer up to its end. */
export async function allOf(parts: AsyncIterable<AnswerPart>) {
  const all: AnswerPart[] = []
  for await (const part of parts) all.push(part)
  const text = all.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  const end = all.find((part) => part.kind === 'end')
  return { all, text, end }
}

export function noSignal(): AbortSignal {
  return new AbortController().signal
}
