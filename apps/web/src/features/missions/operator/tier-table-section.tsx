import { TierTable, type TierTerms } from '@gridloom/contract/tiers/tier'
import { Button, NumberInput, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormProblem } from '../../../ui/form/form.tsx'
import styles from '../missions.module.css'
import { tierTableQuery, useChangeTierTable } from './tier-table-api.ts'

/** The tiers: their names, the points that they need, and what they give. */
export function TierTableSection() {
  const tiers = useQuery(tierTableQuery(useClient()))
  return (
    <Section title="Tiers" note="Points of the last 365 days">
      <Loaded query={tiers} what="the tiers" rows={4}>
        {(table) => <TierTableForm tiers={table} />}
      </Loaded>
    </Section>
  )
}

/** Numbers as typed. */
type TierDraft = Record<Exclude<keyof TierTerms, 'tier' | 'name'>, string | number> &
  Pick<TierTerms, 'tier' | 'name'>

interface TierTableDraft {
  tiers: TierDraft[]
}

function TierTableForm({ tiers }: { tiers: readonly TierTerms[] }) {
  const change = useChangeTierTable()
  const [problem, setProblem] = useState<string>()
  const form = useForm<TierTableDraft>({
    initialValues: { tiers: [...tiers] },
    validate: (draft) => problemsOf(readTable(draft)),
  })

  function submit(draft: TierTableDraft): void {
    setProblem(undefined)
    change.mutate(readTable(draft), {
      onSuccess: () => form.resetDirty(),
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      {form.values.tiers.map(({ tier }, n) => (
        <TierFields key={tier} form={form} at={n} />
      ))}
      <FormProblem text={problem} />
      <div>
        <Button
          type="submit"
          variant="filled"
          loading={change.isPending}
          disabled={!form.isDirty()}
        >
          Save tiers
        </Button>
      </div>
    </Form>
  )
}

function TierFields({ form, at }: { form: UseFormReturnType<TierTableDraft>; at: number }) {
  const tier = form.values.tiers[at]
  if (tier === undefined) return null
  const field = (name: keyof TierTerms) => form.getInputProps(`tiers.${at}.${name}`)
  return (
    <fieldset className={styles.condition} aria-label={`Tier ${at + 1}`}>
      <div className={styles.fields}>
        <TextInput label="Name" maxLength={24} {...field('name')} />
        <NumberInput
          label="From points"
          min={0}
          allowDecimal={false}
          thousandSeparator=","
          hideControls
          disabled={at === 0}
          {...field('points')}
        />
        <NumberInput
          label="Rewards pending less"
          suffix=" days"
          min={0}
          max={90}
          allowDecimal={false}
          hideControls
          {...field('holding_days_less')}
        />
        <NumberInput
          label="More planned posts"
          min={0}
          max={800}
          allowDecimal={false}
          hideControls
          {...field('planned_posts_more')}
        />
      </div>
    </fieldset>
  )
}

/** An empty field counts as a wrong number, not as 0. */
const numberOf = (typed: string | number): number => (typed === '' ? Number.NaN : Number(typed))

function readTable({ tiers }: TierTableDraft): TierTable {
  return tiers.map(({ tier, name, points, holding_days_less, planned_posts_more }) => ({
    ...{ tier, name: name.trim(), points: numberOf(points) },
    holding_days_less: numberOf(holding_days_less),
    planned_posts_more: numberOf(planned_posts_more),
  }))
}

/** The problems by field, as `tiers.1.points`. */
function problemsOf(table: TierTable): Record<string, string> {
  const { error } = TierTable.safeParse(table)
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, code, message }) => [
      ['tiers', ...path].join('.'),
      code === 'custom' ? message : 'Enter a value within the bounds',
    ]),
  )
}
