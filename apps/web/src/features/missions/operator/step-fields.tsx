import { MissionFact, missionFacts } from '@gridloom/contract/missions/step'
import { Button, NumberInput, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import styles from '../missions.module.css'
import { factChoices, type MissionDraft, newStep } from './mission-draft.ts'

const stepsMax = 8

/** The steps of a mission: what is counted, and from which value a step is met. */
export function StepFields({ form }: { form: UseFormReturnType<MissionDraft> }) {
  const { steps } = form.values
  const nextKey = String(1 + Math.max(...steps.map(({ key }) => Number(key))))
  return (
    <>
      {steps.map((step, n) => (
        <div key={step.key} className={styles.condition}>
          <StepField form={form} at={n} />
          {steps.length > 1 && (
            <div>
              <Button
                size="xs"
                onClick={() => form.removeListItem('steps', n)}
                aria-label={`Remove step ${n + 1}`}
              >
                Remove step
              </Button>
            </div>
          )}
        </div>
      ))}
      {steps.length < stepsMax && (
        <div>
          <Button size="xs" onClick={() => form.insertListItem('steps', newStep(nextKey))}>
            Add step
          </Button>
        </div>
      )}
    </>
  )
}

function StepField({ form, at }: { form: UseFormReturnType<MissionDraft>; at: number }) {
  const fact = form.values.steps[at]?.fact ?? 'rented_hours'
  const { unit, parameter } = missionFacts[fact]
  const amount = form.getInputProps(`steps.${at}.at_least`)
  return (
    <>
      <Select
        label={`Step ${at + 1}`}
        data={factChoices}
        value={fact}
        allowDeselect={false}
        searchable
        onChange={(value) => {
          const chosen = MissionFact.safeParse(value)
          if (!chosen.success) return
          form.setFieldValue(`steps.${at}.fact`, chosen.data)
          form.setFieldValue(
            `steps.${at}.parameter`,
            missionFacts[chosen.data].parameter === null ? '' : 0,
          )
        }}
      />
      <div className={styles.fields}>
        {parameter === 'micro_usd' && (
          <UsdField label="Each at least" {...form.getInputProps(`steps.${at}.parameter`)} />
        )}
        {parameter === 'score' && (
          <NumberInput
            label="Least trust score"
            min={0}
            max={100}
            allowDecimal={false}
            hideControls
            {...form.getInputProps(`steps.${at}.parameter`)}
          />
        )}
        {unit === 'micro_usd' ? (
          <UsdField label="At least" {...amount} />
        ) : (
          <NumberInput label="At least" min={1} allowDecimal={false} hideControls {...amount} />
        )}
      </div>
    </>
  )
}
