import { useForm } from '@mantine/form'
import { useAuth, useRuntime } from '../../../api/runtime.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { useLogin } from '../actions/use-login.ts'
import { HumanCheckField } from '../human-check/human-check-field.tsx'
import styles from '../login-modal.module.css'
import { captcha, formProblem, words } from '../outcome.ts'
import { EmailField, required, useCheckedForm } from '../parts/credential-fields.tsx'
import { IdentityForm } from '../parts/identity-form.tsx'
import { OtherSignInMethods } from '../parts/other-sign-in-methods.tsx'
import { useLeaveTo } from '../parts/use-leave-to.ts'
import { WordButton } from '../parts/word-button.tsx'

/** Email, password and human check. The typed values stay when signing in fails. */
export function LoginFormView() {
  const { auth } = useRuntime()
  const login = useLogin()
  const form = useForm({
    initialValues: { email: useAuth((state) => state.email), password: '', [captcha]: '' },
    validate: required,
  })
  const { handle, onError } = useCheckedForm(form)
  const leaveTo = useLeaveTo(form.values.email)

  function submit(values: typeof form.values) {
    auth.keepEmail(values.email)
    login.mutate(values, { onError })
  }

  return (
    <>
      <IdentityForm
        label="Sign in"
        button={{ idle: 'ACCESS MY ACCOUNT', busy: words.login.progress }}
        isBusy={login.isPending}
        isClosed={!form.values[captcha]}
        problem={formProblem(login.error, words.login, form)}
        onSubmit={form.onSubmit(submit)}
      >
        <EmailField {...form.getInputProps('email')} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <HumanCheckField
          action="login"
          handle={handle}
          onAnswer={(answer) => form.setFieldValue(captcha, answer ?? '')}
        />
      </IdentityForm>
      <OtherSignInMethods passkeys="offered" />
      <p className={styles.other}>
        <WordButton onClick={() => leaveTo('forgotEmail')}>Forgot password?</WordButton>
        {' · '}
        <WordButton onClick={() => leaveTo('access')}>I have an access code</WordButton>
      </p>
      <p className={styles.other}>
        New here? <WordButton onClick={() => leaveTo('register')}>Create an account</WordButton>
      </p>
    </>
  )
}
