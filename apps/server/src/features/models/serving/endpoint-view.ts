import type { ServeReport } from '@gridloom/contract/agent/models'
import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import type { ModelMetrics } from '@gridloom/contract/models/model-metrics'
import { machineSays } from '../machine-says.ts'
import { dataCollectionOf, priceOf, type ServedRow } from '../registry/served-row.ts'

interface Shown {
  row: ServedRow
  /** The latest report. */
  report: ServeReport | null
  metrics: ModelMetrics
  /** The problem of an engine on a private network is shown to its owner only. */
  to: 'owner' | 'everyone'
}

/** Returns the view of a machine that serves a model. */
export function endpointView({ row, report, metrics, to }: Shown): ModelEndpoint {
  const said = row.machine_status === 'online' ? report : null
  const isFetching = said?.phase === 'fetching'
  return {
    id: row.id,
    model_id: row.model_id,
    machine_id: row.machine_id,
    machine_name: row.machine_name,
    state: said?.phase ?? 'waiting',
    problem: said === null ? null : problemOf(row, said, to),
    fetched_bytes: isFetching ? said.fetched_bytes : null,
    total_bytes: isFetching ? said.total_bytes : null,
    engine: row.engine.kind,
    quantization: said?.quantization ?? null,
    context_tokens: said?.context_tokens ?? null,
    slots: row.slots,
    busy: said?.busy ?? 0,
    queued: said?.queued ?? 0,
    cold: said?.cold === true,
    load_ms: said?.load_ms ?? null,
    price: priceOf(row),
    features: said?.features ?? [],
    data_collection: dataCollectionOf(row),
    metrics,
    created_at: row.created_at.toISOString(),
  }
}

function problemOf(
  row: ServedRow,
  { phase, problem }: ServeReport,
  to: Shown['to'],
): string | null {
  // A problem of an endpoint that serves all the same is for its owner to fix, and shown to no one else.
  if (phase !== 'failed') return phase === 'serving' && to === 'owner' ? marked(problem) : null
  const isPrivate = to === 'everyone' && row.engine.kind === 'openai-http'
  if (isPrivate || problem === null) return 'Its engine is not responding correctly.'
  return marked(problem)
}

function marked(problem: string | null): string | null {
  return problem === null ? null : machineSays(problem)
}
