import { TextInput, type TextInputProps } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { type RefObject, useRef } from 'react'
import { type FormErrors, placeFieldErrors } from '../../../ui/form/field-errors.ts'
import type { Resettable } from '../human-check/widget.ts'

/** The name that the specification gives the answer of the human check. */
export const captcha = 'cf-turnstile-response'

/** What signing in and registering both require; specification, section 5. */
export const required = {
  email: (email: string) => (email ? null : 'Email is required'),
  password: (password: string) => (password ? null : 'Password is required'),
  [captcha]: (answer: string) => (answer ? null : 'Captcha is required'),
}

/** The address, first in its form. */
export function EmailField(props: GetInputPropsReturnType & TextInputProps) {
  return <TextInput label="Email" type="email" autoComplete="username" data-autofocus {...props} />
}

interface CheckedForm {
  handle: RefObject<Resettable | null>
  /** Puts a refusal at the fields and starts the human check over: its answer is used up. */
  onError: (error: unknown) => void
}

/** What a form with a human check does when it is refused. */
export function useCheckedForm(form: FormErrors): CheckedForm {
  const handle = useRef<Resettable>(null)
  return {
    handle,
    onError: (error) => {
      placeFieldErrors(form, error)
      handle.current?.reset()
    },
  }
}
