import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { modelsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { useShownInPlace } from '../../ui/toasts/shown-errors.tsx'

interface ModelsFieldProps {
  value: string[]
  error: ReactNode
  onChange: (models: string[]) => void
}

/** The models that a key may use; none selected: all. */
export function ModelsField({ value, error, onChange }: ModelsFieldProps) {
  const models = useQuery(modelsQuery(useClient()))
  useShownInPlace(models.error)
  return (
    <MultiSelect
      label="Models"
      description={
        models.isError
          ? 'The list could not be loaded. The key can use all models.'
          : 'Models it can use. Leave empty for all.'
      }
      placeholder={value.length === 0 ? 'All models' : ''}
      data={(models.data ?? []).map(({ id }) => String(id))}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="No models found"
      maxValues={100}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
