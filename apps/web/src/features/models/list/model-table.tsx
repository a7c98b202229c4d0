import type { Model } from '@gridloom/contract/models/model'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatContext } from '../../../shared/models/model-words.ts'
import { isRowPress } from '../../../ui/components/row-press.ts'
import { ScrollRegion } from '../../../ui/components/scroll-region.tsx'
import { formatCount } from '../../../ui/format/numbers.ts'
import type { HubSearch } from '../hub-address.ts'
import { ChatButton, CodeButton } from './model-buttons.tsx'
import {
  Machines,
  ModelName,
  measured,
  measuredOf,
  None,
  NotMeasured,
  Price,
} from './model-cells.tsx'
import styles from './model-list.module.css'
import { ModelTableHead } from './model-table-head.tsx'

export interface ModelList {
  models: readonly Model[]
  search: HubSearch
  replaceSearch: (search: HubSearch) => void
}

/** The hub on a wide screen: one row per model with properties, prices and metrics. */
export function ModelTable({ models, search, replaceSearch }: ModelList) {
  return (
    <ScrollRegion className={styles.frame} aria-label="Models">
      <table className={styles.table}>
        <ModelTableHead search={search} replaceSearch={replaceSearch} />
        <tbody>
          {models.map((model) => (
            // @NOTE the whole row is clickable for pointers; keyboards and screen readers use the button of the name
            <tr
              key={model.id}
              onClick={(event) =>
                isRowPress(event) && replaceSearch({ ...search, model: model.id })
              }
            >
              <td>
                <ModelName
                  model={model}
                  onOpen={() => replaceSearch({ ...search, model: model.id })}
                />
              </td>
              <Figures model={model} />
              <td className={styles.buttons}>
                <CodeButton model={model} />
                <ChatButton model={model} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Figures({ model }: { model: Model }) {
  const { number } = styles
  return (
    <>
      <td className={number}>
        {model.parameters === null ? <None /> : formatCount(model.parameters)}
        {model.bytes !== null && <div className={styles.sub}>{formatBytes(model.bytes)}</div>}
      </td>
      <td className={number} title={`${model.context_tokens.toLocaleString('en')} tokens`}>
        {formatContext(model.context_tokens)}
      </td>
      <td className={number}>
        <Price model={model} of="input" />
      </td>
      <td className={number}>
        <Price model={model} of="output" />
      </td>
      <MeasuredFigures model={model} />
      <td className={number}>
        <Machines model={model} />
      </td>
    </>
  )
}

function MeasuredFigures({ model }: { model: Model }) {
  const cell = `${styles.number} ${styles.measured}`
  const metrics = measuredOf(model)
  if (metrics === undefined) {
    return (
      <td className={cell} colSpan={measured.length}>
        <NotMeasured />
      </td>
    )
  }
  return metrics.map(({ sort, value }) => (
    <td key={sort} className={cell}>
      {value}
    </td>
  ))
}
