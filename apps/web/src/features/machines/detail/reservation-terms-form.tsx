import type { Machine } from '@gridloom/contract/machines/machine'
import { reservationDaysMax } from '@gridloom/contract/machines/reservation-terms'
import { Button, NumberInput, Switch } from '@mantine/core'
import { useToasts } from '../../../api/runtime.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useChangeMachine } from '../api/change-machine.ts'
import styles from './pricing-form.module.css'
import { readTerms, termsFields, useTermsForm } from './use-terms-form.ts'

/** Whether the slots of a machine can be reserved, for how long at most, and at what discounts. */
export function ReservationTermsForm({ machine }: { machine: Machine }) {
  const form = useTermsForm(machine.reservation_terms)
  const change = useChangeMachine(machine.id, 'shown-in-place')
  const toasts = useToasts()
  const isOn = form.values.accepts

  function save() {
    change.mutate(
      { reservation_terms: readTerms(form.values) },
      {
        onSuccess: () => {
          form.resetDirty()
          const message = 'Terms saved. Reservations that run stay as they are.'
          toasts.show({ type: 'success', message })
        },
      },
    )
  }

  return (
    <Section title="Reservations" note="paid in advance">
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Switch
          label="Accept reservations"
          description="Reserved slots are paid for whether they are used or not. A day on which they are unavailable for more than an hour earns nothing, and the machine cannot be removed before they end."
          {...form.getInputProps('accepts', { type: 'checkbox' })}
        />
        {isOn && (
          <div className={styles.fields}>
            <NumberInput
              label="Longest"
              description="days"
              min={1}
              max={reservationDaysMax}
              allowDecimal={false}
              classNames={{ input: 'gl-num' }}
              {...form.getInputProps('daysMax')}
            />
            {termsFields.map(({ name, label, unit }) => (
              <NumberInput
                key={name}
                label={label}
                description={unit}
                suffix=" %"
                min={0}
                max={90}
                decimalScale={2}
                hideControls
                inputMode="decimal"
                classNames={{ input: 'gl-num' }}
                {...form.getInputProps(name)}
              />
            ))}
          </div>
        )}
        <FormProblem text={change.error ? describeError(change.error).text : undefined} />
        {form.isDirty() && (
          <div className={styles.actions}>
            <Button onClick={() => form.reset()}>Undo</Button>
            <Button type="submit" variant="filled" loading={change.isPending}>
              Save terms
            </Button>
          </div>
        )}
      </form>
    </Section>
  )
}
