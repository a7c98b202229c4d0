import type { ServeReport, ServeSpec } from '@gridloom/contract/agent/models'
import type { AccountId, MachineId, ModelEndpointId } from '@gridloom/contract/core/ids'
import type { MachineStatus } from '@gridloom/contract/machines/machine'
import type { ModelSource } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ServeEngine } from '@gridloom/contract/models/serving'
import type { TokenPrice } from '@gridloom/contract/models/token-price'

/** An order to a machine to serve a model, with the joined columns of both. */
export interface ServedRow {
  id: ModelEndpointId
  machine_id: MachineId
  model_id: ModelId
  generation: number
  engine: ServeEngine
  input_micro_usd: number
  cached_micro_usd: number
  output_micro_usd: number
  slots: number
  /** The latest report, received by any replica; `null` while the machine is not connected. */
  report: ServeReport | null
  created_at: Date
  machine_name: string
  machine_status: MachineStatus
  account_id: AccountId
  model_context_tokens: number
  model_sources: ModelSource[]
}

/** Returns the most tokens of prompt and answer that the machine was ordered to serve. */
export function contextOrdered(row: Pick<ServedRow, 'engine' | 'model_context_tokens'>): number {
  return Math.min(row.engine.context_tokens ?? row.model_context_tokens, row.model_context_tokens)
}

export function priceOf(row: ServedRow): TokenPrice {
  return {
    input_micro_usd: row.input_micro_usd,
    cached_micro_usd: row.cached_micro_usd,
    output_micro_usd: row.output_micro_usd,
  }
}

/**
 * Returns whether the engine may keep prompts and answers. The built-in one runs without a network and without a disk
 * to write to; of others only their hosts know.
 */
export function dataCollectionOf({ engine }: Pick<ServedRow, 'engine'>): 'allow' | 'deny' {
  return engine.kind === 'llama' ? 'deny' : (engine.data_collection ?? 'allow')
}

/** Returns the spec that is sent to the machine. */
export function serveSpecOf(row: ServedRow): ServeSpec {
  const { id: endpoint_id, model_id, generation, slots } = row
  return { endpoint_id, model_id, generation, slots, engine: engineOf(row) }
}

function engineOf(row: ServedRow): ServeSpec['engine'] {
  const { engine, model_sources: sources } = row
  if (engine.kind === 'openai-http') return engine
  // `null` stays: the machine uses as much context as its memory has room for, and reports are capped at the ordered
  // context.
  return { ...engine, sources }
}
