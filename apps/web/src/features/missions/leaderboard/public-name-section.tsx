import { publicNameCharsMax } from '@gridloom/contract/tiers/leaderboard'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { mutateThen } from '../../../api/mutate-then.ts'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import styles from '../missions.module.css'
import { useJoinLeaderboard, useLeaveLeaderboard } from './leaderboard-api.ts'

/** The choice to be on the leaderboard, by a name of one's own. `name`: the present one; `null`: not on it. */
export function PublicNameSection({ name }: { name: string | null }) {
  const join = useJoinLeaderboard()
  const [problem, setProblem] = useState<string>()
  const [asked, { open, close }] = useDisclosure(false)
  const form = useForm({ initialValues: { name: name ?? '' } })

  return (
    <Section title="Your public name">
      <Form
        onSubmit={form.onSubmit((draft) => {
          setProblem(undefined)
          join.mutate(draft.name, {
            onSuccess: () => form.resetDirty(),
            onError: (error) => setProblem(placeFieldErrors(form, error)),
          })
        })}
      >
        <p className={styles.hint}>
          {name === null
            ? 'You are not on the leaderboard. Choose a name, and everybody who is signed in can see it with your points and your tier, from this week on. Leave at any time.'
            : 'Everybody who is signed in can see this name with your points and your tier.'}
        </p>
        <TextInput
          label="Public name"
          description="Latin letters and digits; no need for your real name"
          maxLength={publicNameCharsMax}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <FormProblem text={problem} />
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="filled"
            loading={join.isPending}
            disabled={!form.isDirty() || form.values.name.trim() === ''}
          >
            {name === null ? 'Join the leaderboard' : 'Change name'}
          </Button>
          {name !== null && <Button onClick={open}>Leave the leaderboard</Button>}
        </div>
      </Form>
      {asked && <LeaveDialog close={close} />}
    </Section>
  )
}

function LeaveDialog({ close }: { close: () => void }) {
  const leave = useLeaveLeaderboard()
  return (
    <ConfirmDialog
      opened
      title="Leave the leaderboard?"
      confirmWord="Leave the leaderboard"
      tone="destructive"
      busy={leave.isPending}
      problem={leave.error ? describeError(leave.error).text : undefined}
      onConfirm={() => mutateThen(leave, undefined, close)}
      onClose={close}
    >
      You disappear from every week at once, and your public name is deleted. Your points and your
      tier stay.
    </ConfirmDialog>
  )
}
