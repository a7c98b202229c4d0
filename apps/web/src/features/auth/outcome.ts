import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { wasDismissed } from '../../shared/auth/passkeys.ts'
import type { Toasts } from '../../ui/toasts/toasts.ts'

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

/** Runs an identity action with a progress toast, which the toast of its outcome replaces. */
export async function withOutcome<Result>(
  toasts: Toasts,
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
    if (!wasDismissed(error)) toasts.show({ type: 'error', message: failureText(error, fallback) })
    throw error
  } finally {
    toasts.hide(id)
  }
}
