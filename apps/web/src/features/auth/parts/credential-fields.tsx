import { TextInput, type TextInputProps } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { type RefObject, useRef } from 'react'
import { type FormErrors, placeFieldErrors } from '../../../ui/form/field-errors.ts'
import type { Resettable } from '../human-check/widget.ts'
import { captcha } from '../outcome.ts'

/** The rules that signing in and registering share; specification, section 5. */
export const required = {
  email: (email: string) => (email ? null : 'Email is required'),
  password: (password: string) => (password ? null : 'Password is required'),
  [captcha]: (answer: string) => (answer ? null : 'Captcha is required'),
}

/** The email address field, the first of its form. */
export function EmailField(props: GetInputPropsReturnType & TextInputProps) {
  return <TextInput label="Email" type="email" autoComplete="username" data-autofocus {...props} />
}

interface CheckedForm {
  handle: RefObject<Resettable | null>
  /** Shows a refusal at the form's fields and resets the human check, whose answer is used up. */
  onError: (error: unknown) => void
}

/** Adds the error handling of a form with a human check. */
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
