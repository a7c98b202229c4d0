import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { useUpdateProfile } from '../api/update-profile.ts'
import { type NameValues, nameChange, validateNames } from './name-values.ts'
import styles from './profile.module.css'

/** The form for the user's name and username. */
export function NameForm({ details }: { details: UserDetails }) {
  const save = useUpdateProfile('Profile saved')
  const [problem, setProblem] = useState<string>()
  const form = useForm<NameValues>({
    initialValues: { name: details.name ?? '', username: details.username },
    validate: validateNames,
  })

  function submit(values: NameValues): void {
    setProblem(undefined)
    save.mutate(nameChange(values), {
      onSuccess: (saved) => {
        form.setValues({ name: saved.name ?? '', username: saved.username })
        form.resetDirty()
      },
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
      <TextInput
        label="Name"
        description="Your display name"
        autoComplete="name"
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Username"
        description="2 to 40 letters, digits, dots, - or _"
        autoComplete="username"
        maxLength={40}
        {...form.getInputProps('username')}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button
        type="submit"
        variant="filled"
        className={styles.save ?? ''}
        disabled={!form.isDirty()}
        loading={save.isPending}
      >
        Save
      </Button>
    </form>
  )
}
