import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { CancelledError, NotFoundError, UsageError, WaitedTooLongError } from './errors.ts'
import { ExitWith } from './exit-codes.ts'
import type { Problem } from './output/output.ts'

/** What a person and a script read of an error; undefined where there is nothing to say. */
export function problemOf(error: unknown, serverUrl: string): Problem | undefined {
  if (error instanceof ApiError) {
    const { code, message, fields, details } = error
    return { code, text: message, fields, details, hint: hintFor(error) }
  }
  if (error instanceof NetworkError) return networkProblem(error, serverUrl)
  if (error instanceof ExitWith && error.message === '') return undefined
  return { code: codeOf(error), text: error instanceof Error ? error.message : String(error) }
}

function networkProblem(error: NetworkError, serverUrl: string): Problem {
  return {
    code: `network_${error.kind}`,
    text: `${error.message} (${serverUrl})`,
    hint: 'Is it running, and is the address right? Set another with --server or GRIDLOOM_URL.',
  }
}

function codeOf(error: unknown): string {
  if (error instanceof UsageError) return 'usage'
  if (error instanceof NotFoundError) return 'not_found'
  if (error instanceof CancelledError) return 'cancelled'
  if (error instanceof ExitWith) return 'timed_out'
  if (error instanceof WaitedTooLongError) return 'waited_too_long'
  return 'failed'
}

function hintFor({ code }: ApiError): string | undefined {
  if (code === 'unauthorized') return 'Sign in: gridloom login'
  if (code === 'email_unverified')
    return 'Enter the code that came by mail: gridloom register --otp CODE'
  if (code === 'confirmation_required') return 'Sign in anew, then try again: gridloom login'
  if (code === 'membership_ended') return 'Use your personal account: gridloom company use --self'
  if (code === 'access_code_required') return 'Enter it: gridloom access CODE'
  if (code === 'insufficient_funds') return 'What you have: gridloom balance'
  if (code === 'model_unknown' || code === 'model_unavailable')
    return 'See who serves what: gridloom models'
  if (code === 'offer_taken') return 'See what is free: gridloom offers'
  return undefined
}
