import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { placeFieldErrors } from '../../lib/api/field-errors.ts'
import styles from './login-modal.module.css'
import { failureText, words } from './outcome.ts'
import { useAccessCode } from './use-identity-actions.ts'

/** The access code that opens the beta for the account. */
export function AccessView() {
  const access = useAccessCode()
  const form = useForm({
    initialValues: { referral_code: '' },
    validate: { referral_code: (code) => (code.trim() ? null : 'Access Code is required') },
  })

  return (
    <form
      noValidate
      className={styles.form}
      aria-label="Access code"
      onSubmit={form.onSubmit(({ referral_code }) =>
        access.mutate(referral_code.trim(), { onError: (error) => placeFieldErrors(form, error) }),
      )}
    >
      <TextInput
        label="Access code"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        classNames={{ input: 'gl-mono' }}
        {...form.getInputProps('referral_code')}
      />
      {access.error && (
        <p className={styles.problem}>{failureText(access.error, words.access.fallback)}</p>
      )}
      <Button
        type="submit"
        variant="filled"
        size="md"
        className={styles.submit}
        disabled={access.isPending}
        aria-busy={access.isPending}
      >
        {access.isPending ? words.access.progress : 'Enter'}
      </Button>
    </form>
  )
}
