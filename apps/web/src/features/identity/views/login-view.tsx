import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { placeFieldErrors } from '../../lib/api/field-errors.ts'
import { useAuth, useRuntime } from '../../lib/runtime.tsx'
import type { Resettable } from './human-check/human-check.ts'
import { HumanCheckField } from './human-check/human-check-field.tsx'
import styles from './login-modal.module.css'
import { failureText, words } from './outcome.ts'
import { useLogin } from './use-identity-actions.ts'

const captcha = 'cf-turnstile-response'

/** E-mail, password and the human check. What was typed stays when it fails. */
export function LoginFormView() {
  const { auth } = useRuntime()
  const login = useLogin()
  const check = useRef<Resettable>(null)
  const form = useForm({
    initialValues: { email: useAuth((state) => state.email), password: '', [captcha]: '' },
    validate: {
      email: (email) => (email ? null : 'Email is required'),
      password: (password) => (password ? null : 'Password is required'),
      [captcha]: (answer) => (answer ? null : 'Captcha is required'),
    },
  })

  function submit(values: typeof form.values) {
    auth.keepEmail(values.email)
    login.mutate(values, {
      onError: (error) => {
        placeFieldErrors(form, error)
        check.current?.reset()
      },
    })
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)} aria-label="Sign in">
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        {...form.getInputProps('password')}
      />
      <HumanCheckField
        action="login"
        handle={check}
        onAnswer={(answer) => form.setFieldValue(captcha, answer ?? '')}
      />
      {login.error && (
        <p className={styles.problem}>{failureText(login.error, words.login.fallback)}</p>
      )}
      <Button
        type="submit"
        variant="filled"
        size="md"
        className={styles.submit}
        disabled={!form.values[captcha] || login.isPending}
        aria-busy={login.isPending}
      >
        {login.isPending ? words.login.progress : 'ACCESS MY ACCOUNT'}
      </Button>
      <p className={styles.other}>
        New here?{' '}
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            auth.keepEmail(form.values.email)
            auth.openLogin('register')
          }}
        >
          Create an account
        </Anchor>
      </p>
    </form>
  )
}
