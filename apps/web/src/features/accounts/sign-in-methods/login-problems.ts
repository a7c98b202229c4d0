import { LoginProblem } from '@gridloom/contract/auth/login-provider'

const texts: Record<LoginProblem, string> = {
  access_denied: 'You declined the request, so nothing was connected.',
  state_wrong: 'The request expired or was started in another browser. Start again.',
  provider_down: 'The provider is not responding. Try again in a minute.',
  provider_refused: 'The provider’s response could not be verified. Try again.',
  address_unverified: 'The provider has not verified your email address. Verify it there first.',
  account_exists: 'That email address belongs to another account.',
  login_taken: 'This login is connected to another account. Disconnect it there first.',
  other_login: 'That login is not the one connected to this account.',
}

/** Describes why connecting a provider failed. */
export function loginProblemText(problem: string): string {
  const known = LoginProblem.safeParse(problem)
  return known.success ? texts[known.data] : 'Nothing was connected. Try again.'
}
