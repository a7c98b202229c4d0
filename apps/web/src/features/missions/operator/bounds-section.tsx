import type { MissionSettings } from '@gridloom/contract/missions/mission'
import { Button, NumberInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormProblem } from '../../../ui/form/form.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { microUsdOf, usdOf } from '../../../ui/format/usd.ts'
import styles from '../missions.module.css'
import { missionSettingsQuery, useChangeMissionSettings } from './operator-missions-api.ts'

/** The bounds of all missions: the share of fees, the grace, and when two operators decide. */
export function BoundsSection() {
  const settings = useQuery(missionSettingsQuery(useClient()))
  return (
    <Section title="Bounds">
      <Loaded query={settings} what="the bounds" rows={2}>
        {(data) => <BoundsForm settings={data} />}
      </Loaded>
    </Section>
  )
}

const percent = 100

function BoundsForm({ settings }: { settings: MissionSettings }) {
  const change = useChangeMissionSettings()
  const [problem, setProblem] = useState<string>()
  const form = useForm<Record<keyof MissionSettings, string | number>>({
    initialValues: {
      share_basis_points: settings.share_basis_points / percent,
      grace_hours: settings.grace_hours,
      two_releases_above_micro_usd: usdOf(settings.two_releases_above_micro_usd),
    },
    validate: {
      share_basis_points: within(0, 50),
      grace_hours: within(0, 720),
      two_releases_above_micro_usd: within(0, 1_000_000),
    },
  })

  return (
    <Form
      onSubmit={form.onSubmit((draft) => {
        setProblem(undefined)
        change.mutate(
          {
            share_basis_points: Math.round(Number(draft.share_basis_points) * percent),
            grace_hours: Number(draft.grace_hours),
            two_releases_above_micro_usd: microUsdOf(draft.two_releases_above_micro_usd),
          },
          {
            onSuccess: () => form.resetDirty(),
            onError: (error) => setProblem(placeFieldErrors(form, error)),
          },
        )
      })}
    >
      <div className={styles.fields}>
        <NumberInput
          label="Rewards at most"
          description="Of fees less commission in 90 days"
          suffix=" %"
          decimalScale={2}
          min={0}
          max={50}
          hideControls
          {...form.getInputProps('share_basis_points')}
        />
        <NumberInput
          label="Claimable after the end"
          description="What was met before"
          suffix=" hours"
          allowDecimal={false}
          min={0}
          max={720}
          hideControls
          {...form.getInputProps('grace_hours')}
        />
        <UsdField
          label="Two operators above"
          description="For rewards under review"
          {...form.getInputProps('two_releases_above_micro_usd')}
        />
      </div>
      <FormProblem text={problem} />
      <div>
        <Button
          type="submit"
          variant="filled"
          loading={change.isPending}
          disabled={!form.isDirty()}
        >
          Save bounds
        </Button>
      </div>
    </Form>
  )
}

function within(min: number, max: number) {
  return (value: string | number) =>
    value !== '' && Number(value) >= min && Number(value) <= max
      ? null
      : `Enter a number from ${min} to ${max.toLocaleString('en-US')}`
}
