import { formatFee } from '@gridloom/domain/fees'
import { Button } from '@mantine/core'
import { usePlatformFee } from '../../../shared/ledger/platform-fee.tsx'
import { formatPerMillion } from '../../../shared/models/model-words.ts'
import { FieldGroup, FieldHint } from '../../../ui/form/field-group.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import type { ServePartProps } from './engine-fields.tsx'
import styles from './models.module.css'
import { priceFields, suggestPrice } from './serve-draft.ts'

/** Prices per million tokens, with a suggested price. */
export function PriceFields({ form, model }: ServePartProps) {
  const suggestion = model && suggestPrice(model)
  return (
    <FieldGroup name="Price per million tokens">
      <div className={styles.prices}>
        {fields.map(({ name, label, description }) => (
          <UsdField
            key={name}
            label={label}
            description={description}
            {...form.getInputProps(name)}
          />
        ))}
      </div>
      <FieldHint>
        <ProviderShare />
      </FieldHint>
      {suggestion && (
        <div className={styles.suggestion}>
          <FieldHint>
            {suggestion.from === 'cheapest' ? 'Cheapest machine: ' : 'Suggested for its size: '}
            {formatPerMillion(suggestion.price.input_micro_usd)} in,{' '}
            {formatPerMillion(suggestion.price.cached_micro_usd)} cached,{' '}
            {formatPerMillion(suggestion.price.output_micro_usd)} out
          </FieldHint>
          <Button size="xs" onClick={() => form.setValues(priceFields(suggestion.price))}>
            Use this price
          </Button>
        </div>
      )}
    </FieldGroup>
  )
}

function ProviderShare() {
  const fee = usePlatformFee()
  if (fee === undefined) return null
  return (
    <>
      You receive {formatFee(10_000 - fee)} of these prices; the platform fee is {formatFee(fee)}.
    </>
  )
}

const fields = [
  { name: 'input_micro_usd', label: 'Input', description: 'prompt tokens' },
  { name: 'cached_micro_usd', label: 'Cached input', description: 'cached prompt tokens' },
  { name: 'output_micro_usd', label: 'Output', description: 'answer tokens' },
] as const
