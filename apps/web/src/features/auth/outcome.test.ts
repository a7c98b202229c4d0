import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { describe, expect, it } from 'vitest'
import { createToasts } from '../../ui/toasts/toasts.ts'
import { failureText, formProblem, withOutcome, words } from './outcome.ts'

describe('the texts of identity actions', () => {
  it('are exactly those of the specification', () => {
    expect(words).toEqual({
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
      resend: { progress: 'Resending....', fallback: 'Rending failed. Please try again.' },
      forgotEmail: { progress: 'Verifying...', fallback: 'Reset failed. Please try again.' },
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
    })
  })
})

describe('failureText', () => {
  it('prefers the server’s text', () => {
    expect(failureText(refusal('No.'), 'Fallback')).toBe('No.')
  })

  it('returns the fallback when the server sends no text', () => {
    expect(failureText(refusal(''), 'Fallback')).toBe('Fallback')
    expect(failureText(new TypeError('odd'), 'Fallback')).toBe('Fallback')
  })

  it('returns one text for every network error', () => {
    for (const kind of ['unreachable', 'timeout', 'broken'] as const) {
      expect(failureText(new NetworkError(kind), 'Fallback')).toBe(
        'An error occurred. Please try again.',
      )
    }
  })
})

describe('formProblem', () => {
  const form = { getValues: () => ({ email: '', 'cf-turnstile-response': '' }) }

  it('is empty when the fields of the form show every problem', () => {
    const error = refusal('Invalid input.', { email: 'Email is not valid' })
    expect(formProblem(error, words.login, form)).toBeUndefined()
  })

  it('is the text of the error when a problem has no field to stand at', () => {
    const error = refusal('Invalid input.', { email: 'x', 'cf-turnstile-response': 'y' })
    expect(formProblem(error, words.login, form)).toBe('Invalid input.')
    expect(formProblem(refusal(''), words.login, form)).toBe('Login failed. Please try again.')
  })
})

describe('withOutcome', () => {
  it('shows the progress for at most 15 s, then only the outcome', async () => {
    const toasts = createToasts()
    const gate = Promise.withResolvers<string>()
    const outcome = withOutcome({ toasts, failure: 'toast' }, words.login, () => gate.promise)
    expect(toasts.store.getState().toasts).toMatchObject([
      { message: 'Signing in...', progress: true, timeout: 15_000, phase: 'shown' },
    ])
    gate.resolve('done')
    await expect(outcome).resolves.toBe('done')
    expect(shown(toasts)).toEqual(['Successfully signed in'])
  })

  it('shows the error and rethrows it', async () => {
    const toasts = createToasts()
    const failing = withOutcome({ toasts, failure: 'toast' }, words.register, () =>
      Promise.reject(refusal('')),
    )
    await expect(failing).rejects.toThrow(ApiError)
    expect(shown(toasts)).toEqual(['Registration failed. Please try again.'])
  })

  it('shows no toast for an error that the form shows', async () => {
    const toasts = createToasts()
    const by = { toasts, failure: 'shown-in-place' } as const
    await expect(withOutcome(by, words.login, () => Promise.reject(refusal('')))).rejects.toThrow()
    expect(shown(toasts)).toEqual([])
  })

  it('shows nothing when the browser’s own dialog is closed', async () => {
    const toasts = createToasts()
    const closed = Object.assign(new Error('closed'), { name: 'NotAllowedError' })
    const outcome = withOutcome({ toasts, failure: 'toast' }, words.login, () =>
      Promise.reject(closed),
    )
    await expect(outcome).rejects.toBe(closed)
    expect(shown(toasts)).toEqual([])
  })
})

function refusal(text: string, fields: Record<string, string> = {}): ApiError {
  return new ApiError({ code: 'credentials_wrong', status: 400, text, fields })
}

function shown(toasts: ReturnType<typeof createToasts>): string[] {
  const { toasts: all } = toasts.store.getState()
  return all.filter(({ phase }) => phase === 'shown').map(({ message }) => message)
}
