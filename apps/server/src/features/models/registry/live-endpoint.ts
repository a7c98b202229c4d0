import type { AccountId, MachineId, ModelEndpointId } from '@gridloom/contract/core/ids'
import type { EngineKind } from '@gridloom/contract/models/model-endpoint'
import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { TokenPrice } from '@gridloom/contract/models/token-price'

/** An endpoint of a machine that is connected to this replica, as last reported. */
export interface LiveEndpoint {
  readonly id: ModelEndpointId
  readonly modelId: ModelId
  readonly machineId: MachineId
  readonly machineName: string
  readonly providerAccountId: AccountId
  readonly engine: EngineKind
  readonly price: TokenPrice
  readonly slots: number
  readonly contextTokens: number
  readonly features: readonly ModelFeature[]
  /** Whether its model is unloaded: the next answer waits until it is loaded. */
  readonly isCold: boolean
  /** How long that took the last time. */
  readonly loadMs: number
  readonly quantization: string | null
  /** `deny`: it keeps neither prompts nor answers. */
  readonly dataCollection: 'allow' | 'deny'
}
