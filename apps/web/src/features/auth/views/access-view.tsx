import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useAuth, useRuntime } from '../../../api/runtime.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { useAccessCode } from '../actions/use-access-code.ts'
import styles from '../login-modal.module.css'
import { formProblem, words } from '../outcome.ts'
import { IdentityForm } from '../parts/identity-form.tsx'
import { WordButton } from '../parts/word-button.tsx'

/** Asks for the access code that opens the beta for the account. */
export function AccessView() {
  const { auth } = useRuntime()
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  const access = useAccessCode()
  const form = useForm({
    initialValues: { referral_code: useAuth((state) => state.accessCode) },
    validate: { referral_code: (code) => (code.trim() ? null : 'Access Code is required') },
  })
  return (
    <>
      <IdentityForm
        label="Access code form"
        button={{ idle: 'Enter', busy: words.access.progress }}
        isBusy={access.isPending}
        problem={formProblem(access.error, words.access, form)}
        onSubmit={form.onSubmit(({ referral_code }) =>
          access.mutate(referral_code.trim(), {
            onError: (error) => placeFieldErrors(form, error),
          }),
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
      </IdentityForm>
      {!isLoggedIn && (
        <p className={styles.other}>
          <WordButton onClick={() => auth.openLogin('login')}>Back to sign in</WordButton>
        </p>
      )}
    </>
  )
}
