import type { Model } from '@gridloom/contract/models'
import { formatContext, formatPerMillion, sizeWords } from '../../../lib/models/model-words.ts'
import { ChatButton, CodeButton } from './model-buttons.tsx'
import {
  FirstToken,
  isMeasured,
  Machines,
  ModelName,
  NotMeasured,
  Speed,
  Uptime,
} from './model-cells.tsx'
import styles from './model-list.module.css'
import type { ModelList } from './model-table.tsx'

/** The hub on a phone: one card a model. */
export function ModelCards({ models, search, replaceSearch }: ModelList) {
  return (
    <ul className={styles.cards} aria-label="Models">
      {models.map((model) => (
        <li key={model.id} className={styles.card}>
          <ModelName model={model} onOpen={() => replaceSearch({ ...search, model: model.id })} />
          <dl className={styles.cardFacts}>
            {factsOf(model).map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className={styles.cardFoot}>
            <span>
              <Machines model={model} />
              <span className={styles.cardSize}>{sizeWords(model)}</span>
            </span>
            <span className={styles.cardButtons}>
              <CodeButton model={model} />
              <ChatButton model={model} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

function factsOf(model: Model) {
  const { price } = model
  return [
    { name: 'Input', value: price === null ? '–' : formatPerMillion(price.input_micro_usd) },
    { name: 'Output', value: price === null ? '–' : formatPerMillion(price.output_micro_usd) },
    { name: 'Context', value: formatContext(model.context_tokens) },
    ...(isMeasured(model)
      ? [
          { name: 'First token', value: <FirstToken model={model} /> },
          { name: 'Speed', value: <Speed model={model} /> },
          { name: 'Uptime', value: <Uptime model={model} /> },
        ]
      : [{ name: 'Speed and uptime', value: <NotMeasured /> }]),
  ]
}
