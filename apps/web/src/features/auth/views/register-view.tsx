import { Anchor, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useAuth, useRuntime } from '../../../api/runtime.tsx'
import { NewPasswordFields } from '../../../ui/form/password-field.tsx'
import { useRegister } from '../actions/use-register.ts'
import { HumanCheckField } from '../human-check/human-check-field.tsx'
import styles from '../login-modal.module.css'
import { captcha, formProblem, words } from '../outcome.ts'
import { EmailField, required, useCheckedForm } from '../parts/credential-fields.tsx'
import { IdentityForm } from '../parts/identity-form.tsx'
import { OtherSignInMethods } from '../parts/other-sign-in-methods.tsx'
import { useLeaveTo } from '../parts/use-leave-to.ts'
import { WordButton } from '../parts/word-button.tsx'

/** Email, password twice and human check; the access code of a link is filled in. */
export function RegisterView() {
  const { auth } = useRuntime()
  const register = useRegister()
  const form = useRegisterForm()
  const { handle, onError } = useCheckedForm(form)
  const leaveTo = useLeaveTo(form.values.email)

  function submit({ confirm: _, referral_code, ...credentials }: typeof form.values) {
    const code = referral_code.trim()
    auth.keepEmail(credentials.email)
    auth.keepAccessCode(code)
    register.mutate({ ...credentials, ...(code ? { referral_code: code } : {}) }, { onError })
  }

  return (
    <>
      <IdentityForm
        label="Register"
        button={{ idle: 'REGISTER', busy: words.register.progress }}
        isBusy={register.isPending}
        isClosed={!form.values[captcha]}
        problem={formProblem(register.error, words.register, form)}
        onSubmit={form.onSubmit(submit)}
      >
        <EmailField {...form.getInputProps('email')} />
        <NewPasswordFields
          label="Password"
          password={form.getInputProps('password')}
          confirm={form.getInputProps('confirm')}
        />
        <TextInput
          label="Access code (optional)"
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'gl-mono' }}
          {...form.getInputProps('referral_code')}
        />
        <HumanCheckField
          action="register"
          handle={handle}
          onAnswer={(answer) => form.setFieldValue(captcha, answer ?? '')}
        />
      </IdentityForm>
      <OtherSignInMethods passkeys="not-offered" />
      <p className={styles.other}>
        By registering you agree to the{' '}
        <Anchor size="sm" underline="always" href="/terms-and-conditions" target="_blank">
          terms and conditions
        </Anchor>
        .
      </p>
      <p className={styles.other}>
        Have an account? <WordButton onClick={() => leaveTo('login')}>Sign in</WordButton>
      </p>
    </>
  )
}

function useRegisterForm() {
  const email = useAuth((state) => state.email)
  const referral_code = useAuth((state) => state.accessCode)
  return useForm({
    initialValues: { email, password: '', confirm: '', referral_code, [captcha]: '' },
    validate: {
      ...required,
      confirm: (text, { password }) => (text === password ? null : "Passwords don't match"),
    },
  })
}
