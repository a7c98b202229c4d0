import { ModelId } from '@gridloom/contract/models/model-id'
import type { ServedRow } from '#features/models/registry/served-row'
import { systemIds } from '#platform/ids'

const at = new Date('2026-01-01T00:00:00.000Z')
const ids = systemIds(() => at)

/** A model that an online machine is to serve. */
export function aServedRow(given: Partial<ServedRow> = {}): ServedRow {
  return {
    id: ids.mint('modelEndpoint'),
    machine_id: ids.mint('machine'),
    model_id: ModelId.parse('Acme/tiny-chat'),
    generation: 1,
    engine: { kind: 'llama', context_tokens: null },
    input_micro_usd: 100,
    cached_micro_usd: 50,
    output_micro_usd: 200,
    slots: 2,
    report: null,
    created_at: at,
    machine_name: 'box',
    machine_status: 'online',
    account_id: ids.mint('account'),
    model_context_tokens: 4_096,
    model_sources: [],
    ...given,
  }
}
