import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import { FactGrid } from '../../ui/components/facts.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { usualFacts } from './endpoint-facts.ts'
import { FetchProgress } from './fetch-progress.tsx'
import { endpointStatus, endpointText, featureWords } from './model-words.ts'
import styles from './models.module.css'
import { PercentileTable } from './percentile-table.tsx'

/** One endpoint of a model: price, capabilities, load and metrics. */
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
      <FactGrid facts={[...usualFacts(endpoint), ...furtherFacts(endpoint)]} />
      <PercentileTable of={endpoint.machine_name} metrics={endpoint.metrics} />
    </li>
  )
}

function furtherFacts({ quantization, engine, features }: ModelEndpoint) {
  const supports = featureWords(features) || 'not known yet'
  return [
    { name: 'Quantization', value: quantization ?? 'not stated' },
    { name: 'Engine', value: engineNames[engine] },
    { name: 'Supports', value: supports, wide: 'line' },
  ] as const
}

const engineNames = { llama: 'llama.cpp', 'openai-http': 'OpenAI-compatible' } as const
