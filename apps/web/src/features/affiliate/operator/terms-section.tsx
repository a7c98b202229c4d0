import type { AffiliateTerms } from '@gridloom/contract/affiliate/affiliate'
import { Button, NumberInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormProblem } from '../../../ui/form/form.tsx'
import styles from '../affiliate.module.css'
import { termsQuery, useChangeTerms } from './operator-affiliate-api.ts'

/** The terms of the programme: shares by product, and times. */
export function TermsSection() {
  const terms = useQuery(termsQuery(useClient()))
  return (
    <Section title="Terms">
      <Loaded query={terms} what="the terms" rows={3}>
        {(data) => <TermsForm terms={data} />}
      </Loaded>
    </Section>
  )
}

interface Field {
  name: keyof AffiliateTerms
  label: string
  /** The stored value of 1 in the field. */
  unit: number
  min: number
  max: number
  suffix: string
}

const share = { unit: 100, min: 0, max: 50, suffix: ' %' } as const
const fields: readonly Field[] = [
  { name: 'compute_basis_points', label: 'Of the fee on instances', ...share },
  { name: 'rendering_basis_points', label: 'Of the fee on renders', ...share },
  { name: 'models_basis_points', label: 'Of the fee on models', ...share },
  { name: 'storage_basis_points', label: 'Of storage charges', ...share },
  { name: 'months', label: 'Earns for', unit: 1, min: 1, max: 36, suffix: ' months' },
  { name: 'holding_days', label: 'Pending for', unit: 1, min: 1, max: 90, suffix: ' days' },
  {
    name: 'minimum_micro_usd',
    label: 'Paid from',
    unit: 1_000_000,
    min: 0,
    max: 1_000,
    suffix: ' USD',
  },
  { name: 'second_level_basis_points', label: 'Second level, of the share', ...share },
  {
    name: 'beta_accounts_per_month',
    label: 'Beta access per affiliate',
    ...{ unit: 1, min: 0, max: 1_000, suffix: ' a month' },
  },
]

function TermsForm({ terms }: { terms: AffiliateTerms }) {
  const change = useChangeTerms()
  const [problem, setProblem] = useState<string>()
  const form = useForm<Record<keyof AffiliateTerms, string | number>>({
    initialValues: draftOf(terms),
    validate: (draft) =>
      Object.fromEntries(
        fields
          .filter(({ name, min, max }) => !isWithin(draft[name], min, max))
          .map(({ name, min, max }) => [name, `Enter a number from ${min} to ${max}`]),
      ),
  })

  function submit(draft: Record<keyof AffiliateTerms, string | number>): void {
    setProblem(undefined)
    change.mutate(readDraft(draft), {
      onSuccess: () => form.resetDirty(),
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <div className={styles.fields}>
        {fields.map(({ name, label, min, max, suffix, unit }) => (
          <NumberInput
            key={name}
            label={label}
            suffix={suffix}
            min={min}
            max={max}
            decimalScale={unit === 1 ? 0 : 2}
            hideControls
            {...form.getInputProps(name)}
          />
        ))}
      </div>
      <FormProblem text={problem} />
      <div>
        <Button
          type="submit"
          variant="filled"
          loading={change.isPending}
          disabled={!form.isDirty()}
        >
          Save terms
        </Button>
      </div>
    </Form>
  )
}

function isWithin(value: string | number, min: number, max: number): boolean {
  return value !== '' && Number(value) >= min && Number(value) <= max
}

function draftOf(terms: AffiliateTerms): Record<keyof AffiliateTerms, string | number> {
  const draft: Record<keyof AffiliateTerms, string | number> = { ...terms }
  for (const { name, unit } of fields) draft[name] = terms[name] / unit
  return draft
}

function readDraft(draft: Record<keyof AffiliateTerms, string | number>): AffiliateTerms {
  const [compute, rendering, models, storage, months, holding, minimum, second, beta] = fields.map(
    ({ name, unit }) => Math.round(Number(draft[name]) * unit),
  )
  return {
    compute_basis_points: compute ?? 0,
    rendering_basis_points: rendering ?? 0,
    models_basis_points: models ?? 0,
    storage_basis_points: storage ?? 0,
    months: months ?? 0,
    holding_days: holding ?? 0,
    minimum_micro_usd: minimum ?? 0,
    second_level_basis_points: second ?? 0,
    beta_accounts_per_month: beta ?? 0,
  }
}
