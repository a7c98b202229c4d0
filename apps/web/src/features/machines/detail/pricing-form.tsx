import { microUsdPerUsd } from '@gridloom/contract/core/constants'
import type { Machine } from '@gridloom/contract/machines/machine'
import { Button, NumberInput } from '@mantine/core'
import { useToasts } from '../../../api/runtime.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { useChangeMachine } from '../api/change-machine.ts'
import { ExamplePrice } from './example-price.tsx'
import { PriceSuggestions } from './price-suggestions.tsx'
import styles from './pricing-form.module.css'
import { priceFields, readMinBid, readPricing, usePricingForm } from './use-pricing-form.ts'

/** The provider's prices in dollars per hour, with the price of an example order. */
export function PricingForm({ machine }: { machine: Machine }) {
  const form = usePricingForm(machine)
  const change = useChangeMachine(machine.id, 'shown-in-place')
  const toasts = useToasts()
  const pricing = readPricing(form.values)
  const hasGpus = machine.hardware?.gpus.length !== 0

  function save() {
    change.mutate(
      {
        pricing,
        cpu_slots: Number(form.values.cpu_slots) || machine.cpu_slots,
        min_bid_micro_usd_per_hour: readMinBid(form.values),
      },
      {
        onSuccess: () => {
          form.resetDirty()
          toasts.show({
            type: 'success',
            message: 'Prices saved. Running instances keep their price.',
          })
        },
        onError: (error) => {
          const problem = placeFieldErrors(form, error)
          if (problem !== undefined) form.setErrors({ cpu_slots: problem })
        },
      },
    )
  }

  return (
    <Section title="Prices" note="dollars per hour">
      <form onSubmit={form.onSubmit(save)} noValidate>
        <div className={styles.fields}>
          {priceFields.map(({ name, label, unit }) => (
            <NumberInput
              key={name}
              label={label}
              description={unit}
              prefix="$"
              min={0}
              decimalScale={6}
              hideControls
              inputMode="decimal"
              classNames={{ input: 'gl-num' }}
              {...form.getInputProps(name)}
            />
          ))}
          <NumberInput
            label="CPU slots"
            description={hasGpus ? 'for machines without GPUs' : 'equal shares'}
            min={1}
            max={256}
            allowDecimal={false}
            classNames={{ input: 'gl-num' }}
            {...form.getInputProps('cpu_slots')}
          />
          <NumberInput
            label="Lowest bid"
            description="per slot with memory"
            placeholder="No bids"
            prefix="$"
            min={0}
            decimalScale={6}
            hideControls
            inputMode="decimal"
            classNames={{ input: 'gl-num' }}
            {...form.getInputProps('min_bid_micro_usd_per_hour')}
          />
        </div>
        <p className={styles.note}>
          With a lowest bid, renters can bid for interruptible instances. An order at the full price
          takes their slots after 30 seconds’ notice.
        </p>
        <PriceSuggestions
          machine={machine}
          enter={(name, microUsd) => form.setFieldValue(name, microUsd / microUsdPerUsd)}
        />
        <ExamplePrice
          machine={{ ...machine, pricing, cpu_slots: Number(form.values.cpu_slots) || 1 }}
        />
        <div className={styles.actions}>
          <Button onClick={() => form.reset()} disabled={!form.isDirty()}>
            Undo
          </Button>
          <Button
            type="submit"
            variant="filled"
            disabled={!form.isDirty()}
            loading={change.isPending}
          >
            Save prices
          </Button>
        </div>
      </form>
    </Section>
  )
}
