import type { Model } from '@gridloom/contract/models/model'
import type { ReactNode } from 'react'
import { Facts } from '../../ui/components/facts.tsx'
import { EndpointBlock } from './endpoint-block.tsx'
import { featureWords, formatContext, sizeWords } from './model-words.ts'
import styles from './models.module.css'
import { PercentileTable } from './percentile-table.tsx'

/** All details of a model, and of each endpoint. */
export function ModelDetails({ model, actions }: { model: Model; actions?: ReactNode }) {
  const { endpoints } = model
  return (
    <div className={styles.details}>
      {model.about && <p className={styles.about}>{model.about}</p>}
      {actions}
      <Facts
        facts={[
          { name: 'ID', value: <span className="gl-mono">{model.id}</span> },
          { name: 'Licence', value: model.licence },
          { name: 'Size', value: sizeWords(model) },
          { name: 'Context', value: `${formatContext(model.context_tokens)} tokens` },
          { name: 'Supports', value: featureWords(model.features) || 'not known yet' },
        ]}
      />
      {endpoints.length > 1 && (
        <section>
          <h3 className={styles.heading}>All machines</h3>
          <PercentileTable of={model.name} metrics={model.metrics} />
        </section>
      )}
      <section>
        <h3 className={styles.heading}>Machines</h3>
        {endpoints.length === 0 ? (
          <p className={styles.quiet}>No machine serves this model.</p>
        ) : (
          <ul className={styles.endpoints}>
            {endpoints.map((endpoint) => (
              <EndpointBlock key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
