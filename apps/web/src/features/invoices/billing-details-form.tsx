import type { BillingDetails } from '@gridloom/contract/invoices/billing-details'
import { countriesByRegion } from '@gridloom/contract/machines/countries'
import { Button, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { mutateThen } from '../../api/mutate-then.ts'
import { countryName } from '../../shared/market/fact-text.ts'
import { vatCheckWords } from '../../shared/vat/vat-check-words.ts'
import { DialogButtons } from '../../ui/components/dialog-buttons.tsx'
import { placeFieldErrors } from '../../ui/form/field-errors.ts'
import { Form, FormProblem } from '../../ui/form/form.tsx'
import { useWriteDetails } from './api/write-details.ts'
import { changeOf, type DetailsValues, problemsOf, valuesOf } from './details-values.ts'
import styles from './invoices.module.css'

interface BillingDetailsFormProps {
  saved: BillingDetails | null
  access: 'change' | 'read'
}

/** The form of the billing details; errors are at their fields. */
export function BillingDetailsForm({ saved, access }: BillingDetailsFormProps) {
  const [problem, setProblem] = useState<string>()
  const write = useWriteDetails()
  const form = useForm({ initialValues: valuesOf(saved), validate: problemsOf })

  function submit(values: DetailsValues): void {
    setProblem(undefined)
    mutateThen(
      write,
      changeOf(values),
      () => {},
      (error) => setProblem(placeFieldErrors(form, error)),
    )
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <DetailsFields form={form} access={access} saved={saved} />
      <FormProblem text={problem} />
      {access === 'change' && (
        <DialogButtons>
          <Button type="submit" variant="filled" loading={write.isPending}>
            Save billing details
          </Button>
        </DialogButtons>
      )}
    </Form>
  )
}

/** Descriptions stand below, so that the inputs of a row stand at one height. */
const below: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

interface FieldsProps {
  form: UseFormReturnType<DetailsValues>
  access: 'change' | 'read'
  saved: BillingDetails | null
}

function DetailsFields({ form, access, saved }: FieldsProps) {
  const field = (name: keyof DetailsValues) => ({
    ...form.getInputProps(name),
    inputWrapperOrder: below,
    readOnly: access === 'read',
  })
  return (
    <>
      <div className={styles.grid}>
        <TextInput label="Legal name" maxLength={120} {...field('legal_name')} />
        <TextInput
          label="Billing email"
          description="Invoices are sent here"
          type="email"
          maxLength={254}
          {...field('email')}
        />
        <Textarea
          label="Address"
          description="At most three lines"
          rows={3}
          {...field('address_lines')}
        />
        <div>
          <TextInput label="Postal code" maxLength={20} {...field('postal_code')} />
          <TextInput label="City" maxLength={80} mt={12} {...field('city')} />
        </div>
        <Select
          label="Country"
          searchable
          nothingFoundMessage="No country with this name"
          comboboxProps={{ keepMounted: false }}
          allowDeselect={false}
          data={countryChoices()}
          {...field('country')}
        />
        <TextInput
          label="VAT ID"
          description="Optional; in the EU with its country, such as DE136695976"
          maxLength={24}
          {...field('vat_id')}
        />
        <TextInput
          label="Purchase order"
          description="Optional; shown on invoices"
          maxLength={60}
          {...field('purchase_order')}
        />
      </div>
      {saved?.vat_check && (
        <p className={styles.text}>
          {saved.vat_id}: {vatCheckWords(saved.vat_check)}
        </p>
      )}
      <Switch
        label="Email each invoice as a PDF"
        disabled={access === 'read'}
        {...form.getInputProps('email_invoices', { type: 'checkbox' })}
      />
    </>
  )
}

let listed: { value: string; label: string }[] | undefined

/** Every country, by name. */
function countryChoices() {
  listed ??= Object.values(countriesByRegion)
    .flat()
    .map((value) => ({ value, label: `${countryName(value)} (${value})` }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return listed
}
