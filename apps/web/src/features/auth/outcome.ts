import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { wasDismissed } from '../../shared/auth/passkeys.ts'
import type { FormErrors } from '../../ui/form/field-errors.ts'
import type { Toasts } from '../../ui/toasts/toasts.ts'

/** The field name of the human check's answer, fixed by the specification. */
export const captcha = 'cf-turnstile-response'

/** The toast texts of one identity action; specification, sections 4 and 8. */
export interface OutcomeWords {
  progress: string
  /** Omitted where the specification has none: the next view shows the success. */
  success?: string
  /** Shown when the server sends no error text. */
  fallback: string
}

export const words = {
  login: {
    progress: 'Signing in...',
    success: 'Successfully signed in',
    fallback: 'Login failed. Please try again.',
  },
  register: {
    progress: 'Signing up...',
    success: 'Successfully signed up',
    fallback: 'Registration failed. Please try again.',
  },
  otp: {
    progress: 'Verifying...',
    success: 'Successfully verified',
    fallback: 'Verification failed. Please try again.',
  },
  resend: {
    progress: 'Resending....',
    fallback: 'Rending failed. Please try again.',
  },
  forgotEmail: {
    progress: 'Verifying...',
    fallback: 'Reset failed. Please try again.',
  },
  forgot: {
    progress: 'Verifying...',
    success: 'Password has been updated successfully!',
    fallback: 'Resetting failed. Please try again.',
  },
  access: {
    progress: 'Verifying...',
    success: 'Successfully verified',
    fallback: 'Verification failed. Please try again.',
  },
} as const satisfies Record<string, OutcomeWords>

/** Returns the text of a failed identity action: the server's, else the fallback; network errors share one text. */
export function failureText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.message || fallback
  return error instanceof NetworkError ? 'An error occurred. Please try again.' : fallback
}

/**
 * Returns the text of a failed action above the button of its form; `undefined` where its fields show every problem, or
 * the user closed the browser's own dialog.
 */
export function formProblem(
  error: Error | null,
  { fallback }: OutcomeWords,
  form: Pick<FormErrors, 'getValues'>,
): string | undefined {
  if (error === null || wasDismissed(error)) return undefined
  const shown: readonly string[] = Object.keys(form.getValues()).filter((name) => name !== captcha)
  const named = error instanceof ApiError ? Object.keys(error.fields) : []
  if (named.length > 0 && named.every((name) => shown.includes(name))) return undefined
  return failureText(error, fallback)
}

/**
 * Runs an identity action with a progress toast, which the toast of its success replaces. A failure is shown once: by
 * the form that called it, or as a toast.
 */
export async function withOutcome<Result>(
  { toasts, failure }: { toasts: Toasts; failure: 'toast' | 'shown-in-place' },
  { progress, success, fallback }: OutcomeWords,
  action: () => Promise<Result>,
): Promise<Result> {
  const id = `progress:${progress}`
  toasts.showProgress({ id, message: progress })
  try {
    const result = await action()
    if (success) toasts.show({ type: 'success', message: success })
    return result
  } catch (error) {
    if (failure === 'toast' && !wasDismissed(error))
      toasts.show({ type: 'error', message: failureText(error, fallback) })
    throw error
  } finally {
    toasts.hide(id)
  }
}
