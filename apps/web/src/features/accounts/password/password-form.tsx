import { ApiError } from '@gridloom/client/api-error'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormProblem } from '../../../ui/form/form.tsx'
import { NewPasswordFields, PasswordField } from '../../../ui/form/password-field.tsx'
import styles from '../account-page.module.css'
import { useUpdatePassword } from '../api/update-password.ts'
import {
  type PasswordValues,
  type PresentPassword,
  readPassword,
  validatePassword,
} from './password-values.ts'

interface PasswordFormProps {
  email: string
  present: PresentPassword
}

const empty: PasswordValues = { old_password: '', new_password: '', confirm: '' }

/** The password form: current, new and repeated password; without the current one when there is none yet. */
export function PasswordForm({ email, present }: PasswordFormProps) {
  const update = useUpdatePassword()
  const [problem, setProblem] = useState<string>()
  const form = useForm<PasswordValues>({
    initialValues: empty,
    validate: validatePassword(present),
  })

  function fail(error: Error): void {
    if (error instanceof ApiError && error.code === 'credentials_wrong') {
      form.setErrors({ old_password: 'Incorrect password' })
      return
    }
    setProblem(placeFieldErrors(form, error))
  }

  function submit(values: PasswordValues): void {
    setProblem(undefined)
    update.mutate(readPassword(values, present), { onSuccess: form.reset, onError: fail })
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {present === 'none' ? (
        <p className={styles.text}>
          Your account has no password. Set one to sign in with your email address.
        </p>
      ) : (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('old_password')}
        />
      )}
      <NewPasswordFields
        label="New password"
        password={form.getInputProps('new_password')}
        confirm={form.getInputProps('confirm')}
      />
      <FormProblem text={problem} />
      <div>
        <Button type="submit" variant="filled" loading={update.isPending}>
          {present === 'none' ? 'Set password' : 'Change password'}
        </Button>
      </div>
      <p className={styles.note}>
        You’ll be signed out of all other sessions and notified by email.
      </p>
    </Form>
  )
}
