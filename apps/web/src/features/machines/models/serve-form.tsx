import { NumberInput, Select } from '@mantine/core'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { EngineFields } from './engine-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import type { ServeFormInput, Serving } from './use-serve-form.ts'

interface ServeFormProps extends Serving, Omit<ServeFormInput, 'machine'> {
  /** Why the machine cannot run llama.cpp, if it cannot. */
  llamaMissing: string | undefined
}

/** Model, engine, prices and slots. The input is kept when the request fails. */
export function ServeForm(props: ServeFormProps) {
  const { form, chosen, problem, submit, busy, models, change, llamaMissing, close } = props
  return (
    <Form onSubmit={form.onSubmit(submit)}>
      {change === undefined && (
        <Select
          label="Model"
          description="From the catalogue. The operator can add more."
          placeholder="org/name"
          data={models.map(({ id }) => id)}
          searchable
          nothingFoundMessage="Not in the catalogue. Ask the operator to add it."
          {...form.getInputProps('model')}
        />
      )}
      <EngineFields form={form} model={chosen} llamaMissing={llamaMissing} />
      <PriceFields form={form} model={chosen} />
      <NumberInput
        label="Slots"
        description="Answers generated at once. Up to four times as many are queued."
        min={1}
        max={256}
        allowDecimal={false}
        classNames={{ input: 'gl-num' }}
        {...form.getInputProps('slots')}
      />
      <FormProblem text={problem} />
      <FormButtons busy={busy} cancel={close}>
        {change ? 'Save' : 'Serve model'}
      </FormButtons>
    </Form>
  )
}
