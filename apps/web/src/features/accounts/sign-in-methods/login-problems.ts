import { LoginProblem } from '@gridloom/contract/auth/login-provider'

const texts: Record<LoginProblem, string> = {
  access_denied: 'You did not allow it there, so nothing was connected.',
  state_wrong: 'This took too long, or was begun in another browser. Please start it again.',
  provider_down: 'It does not answer right now. Please try again in a minute.',
  provider_refused: 'It answered in a way that we cannot trust. Please try again.',
  address_unverified: 'It has not verified your e-mail address there. Do that first.',
  account_exists: 'The address there belongs to another account here.',
  login_taken: 'This sign-in is connected with another account already. Disconnect it there first.',
  other_login: 'That was another login than the one that is connected.',
}

/** Why connecting a provider led nowhere, as a sentence. */
export function loginProblemText(problem: string): string {
  const known = LoginProblem.safeParse(problem)
  return known.success ? texts[known.data] : 'Nothing was connected. Please try again.'
}
