import type { Model } from '@gridloom/contract/models/model'
import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { assertNever } from '@gridloom/domain/assert-never'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatMoney } from '../../ui/format/money.ts'
import { formatCount, formatPercent } from '../../ui/format/numbers.ts'
import type { Status } from '../status/instance-status.ts'

/** Placeholder for a metric that was not measured. */
export const notMeasured = 'not measured yet'

/** Formats a price per million tokens: `$0.02/M`; zero is `free`. */
export function formatPerMillion(microUsd: number): string {
  return microUsd === 0 ? 'free' : `${formatMoney(microUsd)}/M`
}

/** Formats a context length as commonly written: 8,192 tokens are `8k`, and both 131,072 and 128,000 are `128k`. */
export function formatContext(tokens: number): string {
  if (tokens < 1_000) return String(tokens)
  const base = tokens % 1_000 !== 0 && tokens % 1_024 === 0 ? 1_024 : 1_000
  const thousands = trimTenth(tokens / base)
  return Number(thousands) < 1_000 ? `${thousands}k` : `${trimTenth(tokens / base ** 2)}M`
}

/** Formats a time to the first token: `84 ms`, `1.24 s`. */
export function formatFirstToken(ms: number): string {
  if (Math.round(ms) < 1_000) return `${ms < 10 ? trimTenth(ms) : Math.round(ms)} ms`
  return `${Number((ms / 1_000).toFixed(2))} s`
}

/** Formats tokens per second: `42 tok/s`. */
export function formatSpeed(tokensPerS: number): string {
  return `${tokensPerS < 10 ? trimTenth(tokensPerS) : formatCount(Math.round(tokensPerS))} tok/s`
}

/** Formats the share of answers that did not fail, never rounded up: 0.9996 is `99.9 %`. */
export function formatUptimeShare(share: number): string {
  return `${Math.floor(share * 1_000 + 1e-9) / 10} %`
}

/** Returns the organisation of a model: the part of its id before the name. */
export function orgOf(id: ModelId): string {
  return id.slice(0, id.lastIndexOf('/'))
}

/** Returns the name of a model: the part of its id after the last slash. */
export function nameOf(id: ModelId): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

/** Formats a model's parameters and file size, as far as known: `135M · 98 MiB`. */
export function sizeWords({ parameters, bytes }: Pick<Model, 'parameters' | 'bytes'>): string {
  const parts = [
    ...(parameters === null ? [] : [formatCount(parameters)]),
    ...(bytes === null ? [] : [formatBytes(bytes)]),
  ]
  return parts.length === 0 ? '–' : parts.join(' · ')
}

/** Returns the endpoints that serve the model now. */
export function servingOf({ endpoints }: Pick<Model, 'endpoints'>): readonly ModelEndpoint[] {
  return endpoints.filter(({ state }) => state === 'serving')
}

/** Returns the status of an endpoint; while downloading, with the percentage. */
export function endpointStatus(endpoint: ModelEndpoint): Status {
  switch (endpoint.state) {
    case 'waiting':
      return { tone: 'idle', word: 'Waiting' }
    case 'fetching': {
      const percent = fetchedPercent(endpoint)
      return {
        tone: 'busy',
        word: percent === null ? 'Downloading' : `Downloading ${formatPercent(percent)}`,
      }
    }
    case 'loading':
      return { tone: 'busy', word: 'Loading' }
    case 'serving':
      return endpoint.cold ? { tone: 'idle', word: 'Unloaded' } : { tone: 'good', word: 'Serving' }
    case 'failed':
      return { tone: 'bad', word: 'Failed' }
    default:
      return assertNever(endpoint.state)
  }
}

/** Explains a state of an endpoint to a user who waits for it. */
export function endpointText(endpoint: ModelEndpoint): string {
  const { state, problem, fetched_bytes: fetched, total_bytes: total } = endpoint
  switch (state) {
    case 'waiting':
      return problem ?? 'The machine is not connected or has not reported yet.'
    case 'fetching':
      return fetched === null || total === null
        ? 'The model is being downloaded.'
        : `${formatBytes(fetched)} of ${formatBytes(total)} downloaded.`
    case 'loading':
      return 'The model is being loaded into memory.'
    case 'serving':
      return problem ?? (endpoint.cold ? coldText(endpoint) : '')
    case 'failed':
      return problem ?? 'The machine gave no reason.'
    default:
      return assertNever(state)
  }
}

function coldText({ load_ms: ms }: ModelEndpoint): string {
  const took = ms === null ? '' : `, which takes about ${formatFirstToken(ms)}`
  return `The model was unloaded while idle. The first answer loads it${took}.`
}

/** Returns how much of a model's file is downloaded, 0–100; `null` if unknown. */
export function fetchedPercent(endpoint: ModelEndpoint): number | null {
  const { fetched_bytes: fetched, total_bytes: total } = endpoint
  if (fetched === null || total === null || total === 0) return null
  return Math.min(100, Math.floor((fetched / total) * 100))
}

const featureNames = {
  chat: 'chat',
  completion: 'completion',
  embeddings: 'embeddings',
  tools: 'tools',
  json_schema: 'JSON schema',
  vision: 'images',
  token_prompts: 'token IDs',
  token_embeddings: 'embeddings of token IDs',
} as const satisfies Partial<Record<ModelFeature, string>>

/** Optional parameters are shown under their names in the API. */
function featureName(feature: ModelFeature): string {
  const names: Partial<Record<ModelFeature, string>> = featureNames
  return names[feature] ?? feature
}

export function featureWords(features: readonly ModelFeature[]): string {
  return features.map(featureName).join(', ')
}

function trimTenth(value: number): string {
  return String(Math.round(value * 10) / 10)
}
