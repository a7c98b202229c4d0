import type { ModelEndpointId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ProviderPreferences } from '@gridloom/contract/models/openai'
import type { Allowances, Reservation } from '../money/reservation.ts'
import type { Payer } from '../payer.ts'
import type { Endpoints } from '../registry/endpoints.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'
import type { TokenBounds } from './upper-bounds.ts'

/** The request to an endpoint, independent of which one is chosen. */
export interface Plan {
  readonly payer: Payer
  readonly modelId: ModelId
  readonly provider: ProviderPreferences
  readonly features: readonly ModelFeature[]
  /** The most tokens that the prompt can have, with any tokenizer. */
  readonly promptMax: number
  /** The estimated tokens, for comparing prices. */
  readonly tokens: { readonly input: number; readonly output: number }
  /** Returns the most tokens that the answer can use at an endpoint, and their cost. */
  boundsAt(endpoint: LiveEndpoint): Bounds
  /** The endpoints that were tried, or are known to be of no use. */
  readonly tried: Set<ModelEndpointId>
}

export interface Bounds extends TokenBounds {
  /** The cost of the most expensive answer. */
  readonly microUsdMax: MicroUsd
  /** The cost that the answer is expected to stay within. */
  readonly microUsdExpected: MicroUsd
}

/**
 * An endpoint about to be used, with money reserved: for the most expensive answer that it can give if the payer has
 * plenty, otherwise for what is expected.
 */
export interface ReservedEndpoint extends Bounds {
  readonly endpoint: LiveEndpoint
  readonly reservation: Reservation
}

interface Market {
  endpoints: Endpoints
  allowances: Allowances
}

/**
 * Chooses an endpoint and reserves money for it; one that is too expensive is passed over. Returns `undefined` where
 * none is left. @throws Refused `insufficient_funds`, `key_budget_exceeded` where all that are left are too expensive
 */
export async function takeEndpoint(
  { endpoints, allowances }: Market,
  plan: Plan,
): Promise<ReservedEndpoint | undefined> {
  let tooDear: Refused | undefined
  for (;;) {
    const endpoint = endpoints.choose(plan)
    if (endpoint === undefined) break
    plan.tried.add(endpoint.id)
    const bounds = plan.boundsAt(endpoint)
    try {
      const reservation = await allowances.reserve(plan.payer, bounds.microUsdExpected)
      reservation.growIfPlenty(bounds.microUsdMax)
      return { endpoint, reservation, ...bounds }
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 402) throw error
      tooDear ??= error
    }
    if (plan.provider.allow_fallbacks === false) break
  }
  if (tooDear !== undefined) throw tooDear
  return undefined
}
