import type { ModelEndpoint } from '@gridloom/contract/models'
import { plural } from '../format/numbers.ts'
import { StatusBadge } from '../parts/status-badge.tsx'
import { FetchProgress } from './fetch-progress.tsx'
import {
  endpointStatus,
  endpointText,
  featureWords,
  formatContext,
  formatPerMillion,
} from './model-words.ts'
import styles from './models.module.css'
import { PercentileTable } from './percentile-table.tsx'

/** One machine that serves a model: what it asks, what it can, how busy it is, and what was measured. */
export function EndpointBlock({ endpoint }: { endpoint: ModelEndpoint }) {
  const text = endpointText(endpoint)
  return (
    <li className={styles.endpoint}>
      <div className={styles.endpointHead}>
        <h4 className={styles.machine}>{endpoint.machine_name}</h4>
        <StatusBadge {...endpointStatus(endpoint)} look="plain" />
      </div>
      {text !== '' && <p className={styles.quiet}>{text}</p>}
      <FetchProgress endpoint={endpoint} />
      <dl className={styles.facts}>
        {factsOf(endpoint).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="gl-num">{value}</dd>
          </div>
        ))}
      </dl>
      <PercentileTable of={endpoint.machine_name} figures={endpoint.figures} />
    </li>
  )
}

function factsOf(endpoint: ModelEndpoint) {
  const { price, context_tokens: context, slots, busy, queued } = endpoint
  return [
    { name: 'Input', value: formatPerMillion(price.input_micro_usd) },
    { name: 'Cached input', value: formatPerMillion(price.cached_micro_usd) },
    { name: 'Output', value: formatPerMillion(price.output_micro_usd) },
    {
      name: 'Context',
      value: context === null ? 'not known yet' : `${formatContext(context)} tokens`,
    },
    { name: 'Quantization', value: endpoint.quantization ?? 'not stated' },
    { name: 'Engine', value: engineNames[endpoint.engine] },
    {
      name: 'Busy slots',
      value: `${busy} of ${slots}${queued > 0 ? `, ${plural(queued, 'answer')} waiting` : ''}`,
    },
    { name: 'Supports', value: featureWords(endpoint.features) || 'not known yet' },
  ]
}

const engineNames = { llama: 'llama.cpp', 'openai-http': 'OpenAI-compatible' } as const
