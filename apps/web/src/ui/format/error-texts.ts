import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { PartFailed } from '../lazy-part.tsx'

/** The failure and its remedy, as sentences for the user. */
export interface Problem {
  text: string
  remedy: string
}

/** Returns texts for any error of a call, to show in place; toasts use {@link toastText}. */
export function describeError(error: unknown): Problem {
  if (error instanceof NetworkError || error instanceof PartFailed) {
    return { text: error.message, remedy: 'Check your connection and try again.' }
  }
  if (error instanceof ApiError) return { text: error.message, remedy: remedyFor(error) }
  return { text: 'Something went wrong on this page.', remedy: 'Reload the page.' }
}

function remedyFor(error: ApiError): string {
  switch (error.code) {
    case 'internal':
    case 'not_ready':
    case 'upstream_failed':
      return 'Try again in a moment.'
    case 'insufficient_funds':
      return 'Ask the operator for credit, or stop running instances or jobs.'
    case 'account_budget_exceeded':
    case 'project_budget_exceeded':
      return 'Raise the budget under Billing, or wait until it resets.'
    default:
      return ''
  }
}

/** Returns the toast text of an error, verbatim from the specification's catalogue (section 8). */
export function toastText(error: unknown): string {
  if (error instanceof NetworkError) return 'Network Error: Please check your internet connection.'
  if (!(error instanceof ApiError)) return `Unexpected Error: ${describeError(error).text}`
  switch (error.status) {
    case 400:
      return `Bad Request: ${error.message || 'Invalid input'}`
    case 401:
      return 'Unauthorized: Please log in again.'
    case 403:
      return 'Forbidden: You do not have access to this resource.'
    case 404:
      return 'Not Found: The requested resource does not exist.'
    case 500:
      return 'Internal Server Error: Please try again later.'
    default:
      return `Unexpected Error: ${error.message}`
  }
}
