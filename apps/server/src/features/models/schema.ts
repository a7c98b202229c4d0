import type { ServeReport } from '@gridloom/contract/agent/models'
import type { AnswerState } from '@gridloom/contract/chat/chat'
import type {
  AccountId,
  AllowanceId,
  ApiKeyId,
  GenerationId,
  MachineId,
  ModelEndpointId,
  TransactionId,
} from '@gridloom/contract/core/ids'
import type { ModelSource } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ServeEngine } from '@gridloom/contract/models/serving'
import type { Histogram } from '@gridloom/domain/models/histogram'
import type { ColumnType } from 'kysely'

/** A JSON column: written as text, read as a value. */
type Json<T> = ColumnType<T, string, string>

/** The tables of models, their endpoints and their answers, as rows. A type alias, because Kysely needs an index signature. */
export type ModelsTables = {
  models: {
    id: ModelId
    about: string
    licence: string
    parameters: number | null
    context_tokens: number
    sources: Json<ModelSource[]>
    created_at: Date
    removed_at: Date | null
  }
  model_endpoints: {
    id: ModelEndpointId
    machine_id: MachineId
    model_id: ModelId
    generation: number
    engine: Json<ServeEngine>
    input_micro_usd: number
    cached_micro_usd: number
    output_micro_usd: number
    slots: number
    report: Json<ServeReport> | null
    reported_at: Date | null
    created_at: Date
    removed_at: Date | null
  }
  machine_engines: {
    machine_id: MachineId
    llama_missing: string | null
  }
  endpoint_minutes: {
    endpoint_id: ModelEndpointId
    minute: Date
    answered: number
    failed: number
    first_token_ms: Json<Histogram>
    tokens_per_s: Json<Histogram>
  }
  spending_allowances: {
    id: AllowanceId
    account_id: AccountId
    api_key_id: ApiKeyId | null
    replica: string
    opened_at: Date
    touched_at: Date
    closed_at: Date | null
  }
  generations: {
    id: GenerationId
    account_id: AccountId
    user_id: AccountId
    api_key_id: ApiKeyId | null
    allowance_id: AllowanceId | null
    model_id: ModelId
    endpoint_id: ModelEndpointId | null
    machine_id: MachineId | null
    state: Exclude<AnswerState, 'running'>
    problem: string | null
    input_tokens: number
    cached_tokens: number
    output_tokens: number
    first_token_ms: number | null
    tokens_per_s: number | null
    micro_usd: number
    transaction_id: TransactionId | null
    started_at: Date
    ended_at: Date
  }
}
