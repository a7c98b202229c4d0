import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { placeFieldErrors } from '../../lib/api/field-errors.ts'
import { useAuth, useRuntime } from '../../lib/runtime.tsx'
import type { Resettable } from './human-check/human-check.ts'
import { HumanCheckField } from './human-check/human-check-field.tsx'
import styles from './login-modal.module.css'
import { failureText, words } from './outcome.ts'
import { useRegister } from './use-identity-actions.ts'

const captcha = 'cf-turnstile-response'

/** E-mail, password twice and the human check. What was typed stays when it fails. */
export function RegisterView() {
  const { auth } = useRuntime()
  const register = useRegister()
  const check = useRef<Resettable>(null)
  const form = useRegisterForm()

  function submit({ confirm: _, ...body }: typeof form.values) {
    auth.keepEmail(body.email)
    register.mutate(body, {
      onError: (error) => {
        placeFieldErrors(form, error)
        check.current?.reset()
      },
    })
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)} aria-label="Register">
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        description="At least 8 characters"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Confirm password"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show confirmed password', tabIndex: 0 }}
        {...form.getInputProps('confirm')}
      />
      <HumanCheckField
        action="register"
        handle={check}
        onAnswer={(answer) => form.setFieldValue(captcha, answer ?? '')}
      />
      {register.error && (
        <p className={styles.problem}>{failureText(register.error, words.register.fallback)}</p>
      )}
      <Button
        type="submit"
        variant="filled"
        size="md"
        className={styles.submit}
        disabled={!form.values[captcha] || register.isPending}
        aria-busy={register.isPending}
      >
        {register.isPending ? words.register.progress : 'REGISTER'}
      </Button>
      <p className={styles.other}>
        Have an account?{' '}
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            auth.keepEmail(form.values.email)
            auth.openLogin('login')
          }}
        >
          Sign in
        </Anchor>
      </p>
    </form>
  )
}

function useRegisterForm() {
  const email = useAuth((state) => state.email)
  return useForm({
    initialValues: { email, password: '', confirm: '', [captcha]: '' },
    validate: {
      email: (text) => (text ? null : 'Email is required'),
      password: (text) => (text ? null : 'Password is required'),
      confirm: (text, { password }) => (text === password ? null : "Passwords don't match"),
      [captcha]: (answer) => (answer ? null : 'Captcha is required'),
    },
  })
}
