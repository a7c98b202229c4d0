import type { ModelEndpointId } from '@gridloom/contract/core/ids'
import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ProviderPreferences } from '@gridloom/contract/models/openai'
import type { Attempt } from '../stats/attempt.ts'
import type { LiveEndpoint } from './live-endpoint.ts'

/** The input of routing: the model, the caller's preferences and what the answer needs. */
export interface EndpointChoice {
  readonly modelId: ModelId
  readonly provider: ProviderPreferences
  /** Engine features that the answer needs, such as tools. */
  readonly features: readonly ModelFeature[]
  /** Estimated tokens, for comparing prices. */
  readonly tokens: { readonly input: number; readonly output: number }
  /** The endpoints that were already tried. */
  readonly tried: ReadonlySet<ModelEndpointId>
}

/** The endpoints of machines that are connected to this replica. Every call is answered from memory. */
export interface Endpoints extends AsyncDisposable {
  /** Whether the catalogue has this model. */
  knows(modelId: ModelId): boolean
  serving(modelId: ModelId): readonly LiveEndpoint[]
  /** The serving endpoints of all models. */
  live(): readonly LiveEndpoint[]
  /**
   * Chooses the next endpoint by the caller's preferences, otherwise at random by shares (docs/decisions/0071). Returns
   * `undefined` if none is left.
   */
  choose(choice: EndpointChoice): LiveEndpoint | undefined
  /** Whether a call that has begun starts at once, as far as is known: the endpoint has a slot for it. */
  startsAtOnce(endpoint: LiveEndpoint): boolean
  /** Counts a call to the endpoint as in flight. */
  begin(endpoint: LiveEndpoint): Attempt
}
