import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { CancelledError, NotFoundError, UsageError, WaitedTooLongError } from './errors.ts'
import { ExitWith } from './exit-codes.ts'
import type { Problem } from './output/output.ts'

/** The text of an error for users and scripts; undefined if there is nothing to print. */
export function cliProblemOf(error: unknown, serverUrl: string): Problem | undefined {
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
    hint: 'Check that the server is running and the URL is correct. Use --server or GRIDLOOM_URL to change it.',
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
  if (code === 'email_unverified') return 'Verify your email: gridloom register --otp CODE'
  if (code === 'confirmation_required') return 'Sign in again and retry: gridloom login'
  if (code === 'membership_ended')
    return 'Switch to your personal account: gridloom company use --self'
  if (code === 'access_code_required') return 'Enter your access code: gridloom access CODE'
  if (code === 'insufficient_funds') return 'View your balance: gridloom balance'
  if (code === 'project_budget_exceeded') return 'View projects: gridloom projects list'
  if (code === 'account_budget_exceeded') return 'View the budget: gridloom budget show'
  if (code === 'model_unknown' || code === 'model_unavailable')
    return 'List available models: gridloom models'
  if (code === 'offer_taken') return 'Browse available offers: gridloom offers'
  return undefined
}
