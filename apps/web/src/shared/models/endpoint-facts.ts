import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import type { Fact } from '../../ui/components/facts.tsx'
import { plural } from '../../ui/format/numbers.ts'
import { formatContext, formatPerMillion } from './model-words.ts'

/** Returns price, context length, load and data policy of an endpoint. */
export function usualFacts(endpoint: ModelEndpoint): Fact[] {
  const { price, context_tokens: context, slots, busy, queued } = endpoint
  const waiting = queued > 0 ? `, ${plural(queued, 'answer')} waiting` : ''
  return [
    { name: 'Input', value: formatPerMillion(price.input_micro_usd) },
    { name: 'Cached input', value: formatPerMillion(price.cached_micro_usd) },
    { name: 'Output', value: formatPerMillion(price.output_micro_usd) },
    { name: 'Context', value: context === null ? 'not known yet' : formatContext(context) },
    { name: 'Busy slots', value: `${busy} of ${slots}${waiting}` },
    { name: 'Prompts and answers', value: retentionText(endpoint) },
  ]
}

/** Whether prompts and answers are kept, and who says so. */
function retentionText({ engine, data_collection }: ModelEndpoint): string {
  if (data_collection === 'allow') return 'may be stored'
  return engine === 'llama' ? 'not stored' : 'not stored, as declared by the provider'
}
