import { useForm } from '@mantine/form'
import { useAuth, useRuntime } from '../../../api/runtime.tsx'
import { useResendOtp } from '../actions/use-resend-otp.ts'
import styles from '../login-modal.module.css'
import { formProblem, words } from '../outcome.ts'
import { EmailField, required } from '../parts/credential-fields.tsx'
import { IdentityForm } from '../parts/identity-form.tsx'
import { useLeaveTo } from '../parts/use-leave-to.ts'
import { WordButton } from '../parts/word-button.tsx'

/** Asks for the account's email address, to which a reset code is sent. */
export function ForgotEmailView() {
  const { auth } = useRuntime()
  const send = useResendOtp('forgotEmail')
  const form = useForm({
    initialValues: { email: useAuth((state) => state.email) },
    validate: { email: required.email },
  })
  const leaveTo = useLeaveTo(form.values.email)

  function submit({ email }: typeof form.values) {
    auth.keepEmail(email)
    send.mutate(email, { onSuccess: () => auth.openOtp('forgot') })
  }

  return (
    <>
      <IdentityForm
        label="Forgot password"
        button={{ idle: 'Reset', busy: words.forgotEmail.progress }}
        isBusy={send.isPending}
        problem={formProblem(send.error, words.forgotEmail, form)}
        onSubmit={form.onSubmit(submit)}
      >
        <EmailField {...form.getInputProps('email')} />
      </IdentityForm>
      <p className={styles.other}>
        <WordButton onClick={() => leaveTo('login')}>Back to sign in</WordButton>
      </p>
    </>
  )
}
