import { useForm } from '@mantine/form'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { NewPasswordFields } from '../../../ui/form/password-field.tsx'
import { useNewPassword } from '../actions/use-new-password.ts'
import { formProblem, words } from '../outcome.ts'
import { IdentityForm } from '../parts/identity-form.tsx'

/** Asks for a new password, twice. */
export function ForgotView() {
  const reset = useNewPassword()
  const form = useForm({
    initialValues: { new_password: '', confirm: '' },
    validate: {
      new_password: (text) => (text ? null : bothRequired),
      confirm: (text, { new_password }) => {
        if (!text) return bothRequired
        return text === new_password ? null : 'Passwords do not match'
      },
    },
  })
  return (
    <IdentityForm
      label="Choose a new password"
      button={{ idle: 'Reset', busy: words.forgot.progress }}
      isBusy={reset.isPending}
      problem={formProblem(reset.error, words.forgot, form)}
      onSubmit={form.onSubmit(({ new_password }) =>
        reset.mutate(new_password, { onError: (error) => placeFieldErrors(form, error) }),
      )}
    >
      <NewPasswordFields
        label="New password"
        password={{ ...form.getInputProps('new_password'), 'data-autofocus': true }}
        confirm={form.getInputProps('confirm')}
      />
    </IdentityForm>
  )
}

const bothRequired = 'Both password fields are required'
