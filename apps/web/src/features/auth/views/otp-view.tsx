import { otpMinimumAccepted } from '@gridloom/contract/core/constants'
import { useForm } from '@mantine/form'
import { useAuth } from '../../../api/runtime.tsx'
import { useVerifyOtp } from '../actions/use-verify-otp.ts'
import styles from '../login-modal.module.css'
import { formProblem, words } from '../outcome.ts'
import { CodeBoxes } from '../parts/code-boxes.tsx'
import { IdentityForm } from '../parts/identity-form.tsx'
import { ResendLine } from '../parts/resend-line.tsx'

/** Asks for the one-time code that was sent by email. */
export function OtpView() {
  const email = useAuth(addressOf)
  const verify = useVerifyOtp()
  const form = useForm({
    initialValues: { otp: '' },
    validate: { otp: (otp) => (otp.length >= otpMinimumAccepted ? null : 'Invalid OTP') },
  })
  const { value, error, onChange } = form.getInputProps('otp')
  return (
    <>
      <p className={styles.address}>
        We sent a 6-digit code to <strong>{email}</strong>.
      </p>
      <IdentityForm
        label="One-time code"
        button={{ idle: 'Verify OTP', busy: words.otp.progress }}
        isBusy={verify.isPending}
        problem={formProblem(verify.error, words.otp, form)}
        onSubmit={form.onSubmit(({ otp }) => verify.mutate({ otp, email }))}
      >
        <CodeBoxes code={value} error={error} onChange={onChange} />
      </IdentityForm>
      <ResendLine email={email} />
    </>
  )
}

/** Returns the signed-in account's address if that is to be verified, else the address typed in the modal. */
function addressOf(state: Parameters<Parameters<typeof useAuth>[0]>[0]): string {
  if (state.otpFor === 'forgot' || state.user?.email_verified === true) return state.email
  return state.userDetails?.email ?? state.email
}
