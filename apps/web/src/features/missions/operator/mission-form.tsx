import type { OperatorMission } from '@gridloom/contract/missions/mission'
import { MultiSelect, NumberInput, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import styles from '../missions.module.css'
import { AudienceFields } from './audience-fields.tsx'
import {
  draftOfMission,
  type MissionDraft,
  missionPreview,
  missionProblems,
  newMissionDraft,
  readMissionDraft,
} from './mission-draft.ts'
import { useSaveMission } from './operator-missions-api.ts'
import { StepFields } from './step-fields.tsx'

interface MissionFormProps {
  /** The mission to edit; absent: a new one. */
  mission?: OperatorMission
  others: readonly OperatorMission[]
  done: () => void
}

/** The terms of a mission, with what they mean in words. The input is kept when the request fails. */
export function MissionForm({ mission, others, done }: MissionFormProps) {
  const save = useSaveMission(mission)
  const [problem, setProblem] = useState<string>()
  const form = useForm<MissionDraft>({
    initialValues: mission === undefined ? newMissionDraft() : draftOfMission(mission),
    validate: missionProblems,
  })
  const isFixed = mission !== undefined && mission.state !== 'draft'

  function submit(draft: MissionDraft): void {
    setProblem(undefined)
    save.mutate(readMissionDraft(draft), {
      onSuccess: done,
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <TextInput label="Title" maxLength={80} data-autofocus {...form.getInputProps('title')} />
      <Textarea
        label="Text"
        description="Shown below the title. Can be empty."
        maxLength={1_000}
        autosize
        minRows={2}
        {...form.getInputProps('text')}
      />
      <StepFields form={form} />
      {form.values.steps.length > 1 && (
        <SegmentedControl
          aria-label="Steps needed"
          data={[
            { value: 'all', label: 'All steps' },
            { value: 'any', label: 'Any step' },
          ]}
          {...form.getInputProps('match')}
        />
      )}
      <Who form={form} others={others.filter(({ id }) => id !== mission?.id)} />
      <Money form={form} isFixed={isFixed} />
      <section aria-label="Preview" className={styles.preview}>
        {missionPreview(form.values)}
      </section>
      <FormProblem text={problem} />
      <FormButtons busy={save.isPending} cancel={done}>
        {isFixed ? 'Save new version' : 'Save draft'}
      </FormButtons>
    </Form>
  )
}

interface PartProps {
  form: UseFormReturnType<MissionDraft>
}

function Who({ form, others }: PartProps & { others: readonly OperatorMission[] }) {
  return (
    <>
      <AudienceFields form={form} />
      {others.length > 0 && (
        <MultiSelect
          label="After"
          description="Missions whose reward must be claimed before"
          data={others.map(({ id, title }) => ({ value: id, label: title }))}
          maxValues={10}
          {...form.getInputProps('after')}
        />
      )}
      <NumberInput
        label="Order"
        description="Lower ones come first"
        min={0}
        max={1_000}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('order')}
      />
    </>
  )
}

/** When, how often, how many rewards, and how much: fixed once it is published. */
function Money({ form, isFixed }: PartProps & { isFixed: boolean }) {
  const countsPosts = form.values.steps.some(({ fact }) => fact === 'posts_published')
  return (
    <>
      {isFixed && (
        <p className={styles.hint}>
          A published mission keeps its time, its reward and its number of rewards.
        </p>
      )}
      <div className={styles.fields}>
        <TextInput
          type="datetime-local"
          step={3_600}
          label="Starts (UTC)"
          disabled={isFixed}
          {...form.getInputProps('starts')}
        />
        <TextInput
          type="datetime-local"
          step={3_600}
          label="Ends (UTC)"
          disabled={isFixed}
          {...form.getInputProps('ends')}
        />
      </div>
      <SegmentedControl
        aria-label="How often"
        disabled={isFixed}
        data={[
          { value: 'once', label: 'Once' },
          { value: 'weekly', label: 'Every week' },
        ]}
        {...form.getInputProps('repeat')}
      />
      <div className={styles.fields}>
        <UsdField label="Reward" disabled={isFixed} {...form.getInputProps('usd')} />
        <NumberInput
          label="Points"
          min={0}
          max={100_000}
          allowDecimal={false}
          hideControls
          disabled={isFixed}
          {...form.getInputProps('points')}
        />
        <NumberInput
          label="Rewards in all"
          min={1}
          allowDecimal={false}
          hideControls
          disabled={isFixed}
          {...form.getInputProps('claims_max')}
        />
        <NumberInput
          label="Pending for"
          {...(countsPosts ? { description: 'Posts are checked after 1 and 7 days' } : {})}
          suffix=" days"
          min={0}
          max={90}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('holding_days')}
        />
      </div>
    </>
  )
}
