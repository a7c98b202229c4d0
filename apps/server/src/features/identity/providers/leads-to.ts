import type { LoginProblem } from '@gridloom/contract/auth/login-provider'

/** What a page is told in its address: never a token, a code or anything about a person. */
type Told =
  | { provider: string }
  | { connected: string }
  | { problem: LoginProblem }
  | { confirmed: string }
  | { confirming: string; problem: LoginProblem }

/** The address of the page that takes over from a provider. */
export function leadsTo(publicUrl: string, page: 'verify' | 'account', told: Told): string {
  return `${publicUrl}/${page}?${new URLSearchParams({ ...told })}`
}
