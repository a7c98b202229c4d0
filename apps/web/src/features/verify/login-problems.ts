import { LoginProblem } from '@gridloom/contract/auth/login-provider'

interface ProblemWords {
  title: string
  text: string
  /** What helps: trying the provider again, or signing in another way. */
  remedy: 'again' | 'sign-in'
}

/** Why a sign-in by a provider led nowhere, and what to do about it. */
export const loginProblems = {
  access_denied: {
    title: 'You did not go through with it',
    text: 'The sign-in provider was not allowed to say who you are. Nothing has happened.',
    remedy: 'again',
  },
  state_wrong: {
    title: 'This sign-in has expired',
    text: 'It took too long, or was begun in another browser. Begin it again here.',
    remedy: 'again',
  },
  provider_down: {
    title: 'The sign-in provider did not answer',
    text: 'It is usually over in a moment. Your account is as it was.',
    remedy: 'again',
  },
  provider_refused: {
    title: 'The sign-in provider refused',
    text: 'Its answer could not be trusted, so nobody was signed in.',
    remedy: 'again',
  },
  address_unverified: {
    title: 'The provider has not verified your address',
    text: 'Verify your e-mail address there first, or sign in here with a password.',
    remedy: 'sign-in',
  },
  account_exists: {
    title: 'This address has an account already',
    text: 'Sign in the way you did before, then connect the provider under Account.',
    remedy: 'sign-in',
  },
  login_taken: {
    title: 'This login belongs to another account',
    text: 'Sign in to that account and disconnect it there, or choose another login.',
    remedy: 'sign-in',
  },
  other_login: {
    title: 'That did not confirm you',
    text: 'Sign in there anew, with the login that is connected with your account.',
    remedy: 'again',
  },
} as const satisfies Record<LoginProblem, ProblemWords>

/** The words for a problem; one that this page does not know has expired as far as it can tell. */
export function loginProblem(word: string): ProblemWords {
  return loginProblems[LoginProblem.catch('state_wrong').parse(word)]
}
