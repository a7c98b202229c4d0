import type { LoginProblem } from '@gridloom/contract/auth/login-provider'

/** The outcome in a page's address; never a token, a code or personal data. */
type OutcomeParams =
  | { provider: string }
  | { connected: string }
  | { problem: LoginProblem }
  | { confirmed: string }
  | { confirming: string; problem: LoginProblem }

/** The address of the page that continues after a provider. */
export function pageAddress(
  publicUrl: string,
  page: 'verify' | 'account',
  params: OutcomeParams,
): string {
  return `${publicUrl}/${page}?${new URLSearchParams({ ...params })}`
}
