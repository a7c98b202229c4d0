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

/** The request to whichever endpoint is chosen. */
export interface Plan {
  readonly payer: Payer
  readonly modelId: ModelId
  readonly provider: ProviderPreferences
  readonly features: readonly ModelFeature[]
  /** The most tokens that the prompt can be, whoever reads it. */
  readonly promptMax: number
  /** About what it will be, for comparing prices. */
  readonly tokens: { readonly input: number; readonly output: number }
  /** The most that it can take, and cost, at an endpoint. */
  boundsAt(endpoint: LiveEndpoint): Bounds
  /** Endpoints that were tried, or can be told to be of no use. */
  readonly tried: Set<ModelEndpointId>
}

export interface Bounds extends TokenBounds {
  readonly microUsdMax: MicroUsd
}

/** An endpoint that is about to be asked, with the money for the dearest answer that it can give. */
export interface ReservedEndpoint extends Bounds {
  readonly endpoint: LiveEndpoint
  readonly reservation: Reservation
}

interface Market {
  endpoints: Endpoints
  allowances: Allowances
}

/**
 * Chooses an endpoint and sets its money aside; one that is too dear is passed over for another. `undefined`: none is
 * left. @throws Refused `insufficient_funds`, `key_budget_exceeded` where all that are left are too dear
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
      const reservation = await allowances.reserve(plan.payer, bounds.microUsdMax)
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
