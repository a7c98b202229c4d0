import type { Model } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { formatPerMillion } from '../../shared/models/model-words.ts'
import styles from './model-select.module.css'

interface ModelSelectProps {
  label: string
  value: ModelId
  choose: (id: ModelId) => void
}

/** Selects a model from all ids with their prices; models that no machine serves are marked as unavailable. */
export function ModelSelect({ label, value, choose }: ModelSelectProps) {
  const { data: models = [] } = useQuery(modelsQuery(useClient()))
  const byId = new Map(models.map((model) => [String(model.id), model]))
  const ids = models.map(({ id }) => String(id))
  return (
    <Select
      aria-label={label}
      size="xs"
      variant="unstyled"
      classNames={{ root: styles.root ?? '', input: styles.input ?? '' }}
      searchable={ids.length > 8}
      allowDeselect={false}
      withCheckIcon={false}
      comboboxProps={{ width: 340, position: 'bottom-start', withinPortal: false }}
      data={byId.has(value) ? ids : [String(value), ...ids]}
      renderOption={({ option }) => <Choice id={option.value} model={byId.get(option.value)} />}
      value={value}
      onChange={(id) => {
        const chosen = id === null ? undefined : byId.get(id)
        if (chosen) choose(chosen.id)
      }}
    />
  )
}

function Choice({ id, model }: { id: string; model: Model | undefined }) {
  return (
    <span className={styles.choice}>
      {id}
      <span className={`${styles.price} gl-num`}>{priceWords(model)}</span>
    </span>
  )
}

function priceWords(model: Model | undefined): string {
  if (!model?.price) return 'unavailable'
  const { input_micro_usd: input, output_micro_usd: output } = model.price
  return `${formatPerMillion(input)} in · ${formatPerMillion(output)} out`
}
