import { useForm } from '@mantine/form'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { failureText, words } from '../outcome.ts'
import { required } from '../parts/credential-fields.tsx'
import { IdentityForm } from '../parts/identity-form.tsx'
import { useConfirmByPassword } from './use-reauth.ts'

/** Asks for the password again. The hidden email field lets password managers find the account. */
export function ConfirmForm({ email }: { email: string }) {
  const confirm = useConfirmByPassword()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: required.password },
  })
  return (
    <IdentityForm
      label="Confirm your identity"
      button={{ idle: 'Confirm', busy: words.otp.progress }}
      isBusy={confirm.isPending}
      problem={confirm.error ? failureText(confirm.error, words.otp.fallback) : undefined}
      onSubmit={form.onSubmit(({ password }) =>
        confirm.mutate(password, { onError: (error) => placeFieldErrors(form, error) }),
      )}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </IdentityForm>
  )
}
