import type { Model } from '@gridloom/contract/models/model'
import { formatContext, sizeWords } from '../../../shared/models/model-words.ts'
import { FactGrid } from '../../../ui/components/facts.tsx'
import { ChatButton, CodeButton } from './model-buttons.tsx'
import { Machines, ModelName, measuredOf, NotMeasured, Price } from './model-cells.tsx'
import styles from './model-list.module.css'
import type { ModelList } from './model-table.tsx'
import { sortNames } from './sort-names.ts'

/** The hub on a phone: one card per model. */
export function ModelCards({ models, search, replaceSearch }: ModelList) {
  return (
    <ul className={styles.cards} aria-label="Models">
      {models.map((model) => (
        <li key={model.id} className={styles.card}>
          <ModelName model={model} onOpen={() => replaceSearch({ ...search, model: model.id })} />
          <FactGrid facts={[...askedFacts(model), ...measuredFacts(model)]} />
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

function askedFacts(model: Model) {
  return [
    { name: 'Input', value: <Price model={model} of="input" /> },
    { name: 'Output', value: <Price model={model} of="output" /> },
    { name: sortNames.context, value: formatContext(model.context_tokens) },
  ]
}

function measuredFacts(model: Model) {
  const metrics = measuredOf(model)
  if (metrics === undefined)
    return [{ name: 'Speed and uptime', value: <NotMeasured />, wide: 'line' } as const]
  return metrics.map(({ sort, value }) => ({ name: sortNames[sort], value }))
}
