import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import type { ProviderPreferences } from '@gridloom/contract/models/openai'
import type { TokenPrice } from '@gridloom/contract/models/token-price'
import { type Candidate, chosenBy, sharesOf, unmeasured } from '@gridloom/domain/models/shares'
import { answerPrice } from '@gridloom/domain/models/token-price'
import type { Speed } from '../stats/endpoint-stats.ts'
import type { EndpointHealth } from '../stats/in-flight.ts'
import type { EndpointChoice } from './endpoints.ts'
import type { LiveEndpoint } from './live-endpoint.ts'

/** An endpoint that serves the model, with its health and measured speed. */
export interface EndpointCandidate {
  readonly endpoint: LiveEndpoint
  readonly health: EndpointHealth
  readonly speed: Speed
}

/**
 * Chooses the next endpoint, or returns `undefined` if none is left. Endpoints that the caller excludes, that lack a
 * feature or were already tried are out; one whose breaker is open is used only if there is no other. Then the caller's
 * order decides, then free slots; among the rest the caller's sorting, or a random choice weighted by shares.
 */
export function chooseEndpoint(
  contenders: readonly EndpointCandidate[],
  choice: EndpointChoice,
  random: number,
): LiveEndpoint | undefined {
  const { provider, tried } = choice
  if (provider.allow_fallbacks === false && tried.size > 0) return undefined
  const left = contenders.filter(({ endpoint }) => isWanted(endpoint, choice))
  const first = leastBy(left, (one) => ranksOf(one, provider))
  const sorted = leastBy(first, (one) => [sortingOf(one, choice)])
  // Most models are served by few machines: where one is left, there is nothing to weigh.
  if (sorted.length < 2) return sorted[0]?.endpoint
  const shares = sharesOf(sorted.map((one) => candidateOf(one, choice)))
  return chosenBy(shares, random)
}

function isWanted(endpoint: LiveEndpoint, { provider, features, tried }: EndpointChoice): boolean {
  if (tried.has(endpoint.id)) return false
  if (provider.only !== undefined && placeIn(provider.only, endpoint) === undefined) return false
  if (placeIn(provider.ignore, endpoint) !== undefined) return false
  // Without fallbacks, only machines of the caller's order are allowed.
  if (provider.allow_fallbacks === false && provider.order !== undefined)
    if (placeIn(provider.order, endpoint) === undefined) return false
  if (provider.data_collection === 'deny' && endpoint.dataCollection !== 'deny') return false
  if (!isQuantized(endpoint, provider.quantizations)) return false
  return hasAll(endpoint, features) && isWithin(endpoint.price, provider.max_price)
}

function isQuantized(
  { quantization }: LiveEndpoint,
  wanted: readonly string[] | undefined,
): boolean {
  if (wanted === undefined) return true
  return wanted.some((one) => one.toLowerCase() === quantization?.toLowerCase())
}

function hasAll({ features }: LiveEndpoint, needed: readonly ModelFeature[]): boolean {
  return needed.every((feature) => features.includes(feature))
}

/** `max` is in dollars per million tokens. */
function isWithin(price: TokenPrice, max: ProviderPreferences['max_price']): boolean {
  const microUsd = (usd: number | undefined) =>
    Math.round((usd ?? Number.POSITIVE_INFINITY) * 1_000_000)
  return (
    price.input_micro_usd <= microUsd(max?.prompt) &&
    price.output_micro_usd <= microUsd(max?.completion)
  )
}

/** Returns the position of a machine in a list of IDs and names; `undefined`: it is not listed. */
function placeIn(names: readonly string[] | undefined, endpoint: LiveEndpoint): number | undefined {
  const place = names?.findIndex(
    (name) =>
      name === endpoint.machineId || name.toLowerCase() === endpoint.machineName.toLowerCase(),
  )
  return place === -1 ? undefined : place
}

/** Returns ranks that are compared in turn; the lowest comes first. */
function ranksOf(
  { endpoint, health }: EndpointCandidate,
  { order, sort }: ProviderPreferences,
): number[] {
  const isFull = health.load >= endpoint.slots
  return [
    health.breaker === 'open' ? 1 : 0,
    placeIn(order, endpoint) ?? Number.MAX_SAFE_INTEGER,
    // Among full endpoints, the one with the shortest queue per slot comes first.
    isFull ? 1 + health.load / endpoint.slots : 0,
    // A model that has to be loaded first is slow once; a caller that sorts by something else still gets it.
    endpoint.isCold && (sort === undefined || sort === 'latency') ? 1 : 0,
  ]
}

/** Returns the value that the caller sorts by; the lowest comes first, and equal ones share the load. */
function sortingOf(
  { endpoint, speed }: EndpointCandidate,
  { provider, tokens }: EndpointChoice,
): number {
  switch (provider.sort) {
    case undefined:
      return 0
    case 'price':
      return priceFor(endpoint, tokens)
    case 'throughput':
      return -(speed.tokensPerS ?? unmeasured.tokensPerS)
    case 'latency':
      return speed.firstTokenMs ?? unmeasured.firstTokenMs
  }
}

function candidateOf(
  { endpoint, speed }: EndpointCandidate,
  choice: EndpointChoice,
): Candidate<LiveEndpoint> {
  return { id: endpoint, microUsd: priceFor(endpoint, choice.tokens), ...speed }
}

function priceFor({ price }: LiveEndpoint, { input, output }: EndpointChoice['tokens']): number {
  return answerPrice({ input, cached: 0, output }, price)
}

/** Returns all elements with the lowest ranks. */
function leastBy<T>(all: readonly T[], ranksOf: (one: T) => readonly number[]): readonly T[] {
  if (all.length < 2) return all
  const ranked = all.map((one) => ({ one, ranks: ranksOf(one) }))
  const [first] = ranked.toSorted((one, other) => compare(one.ranks, other.ranks))
  return ranked
    .filter(({ ranks }) => compare(ranks, first?.ranks ?? ranks) === 0)
    .map(({ one }) => one)
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((rank, place) => rank !== other[place])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
