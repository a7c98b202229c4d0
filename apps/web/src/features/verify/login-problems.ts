import { LoginProblem } from '@gridloom/contract/auth/login-provider'

interface ProblemWords {
  title: string
  text: string
  /** The remedy: trying the provider again, or another sign-in method. */
  remedy: 'again' | 'sign-in'
}

/** Texts by the problem why signing in with a provider failed, with a remedy. */
export const loginProblems = {
  access_denied: {
    title: 'Sign-in was cancelled',
    text: 'You did not grant access at the sign-in provider. Nothing was changed.',
    remedy: 'again',
  },
  state_wrong: {
    title: 'Sign-in expired',
    text: 'It took too long or was started in another browser. Start again here.',
    remedy: 'again',
  },
  provider_down: {
    title: 'The sign-in provider is not responding',
    text: 'Try again in a moment. Your account was not changed.',
    remedy: 'again',
  },
  provider_refused: {
    title: 'Sign-in failed',
    text: 'The sign-in provider’s response could not be verified. Try again.',
    remedy: 'again',
  },
  address_unverified: {
    title: 'Email address not verified',
    text: 'Verify your email address with the sign-in provider first, or sign in here with a password.',
    remedy: 'sign-in',
  },
  account_exists: {
    title: 'An account with this email address exists',
    text: 'Sign in as usual, then connect the provider under Account.',
    remedy: 'sign-in',
  },
  login_taken: {
    title: 'This login belongs to another account',
    text: 'Sign in to that account and disconnect it, or choose another login.',
    remedy: 'sign-in',
  },
  other_login: {
    title: 'Identity not confirmed',
    text: 'Sign in again with the login that is connected to your account.',
    remedy: 'again',
  },
} as const satisfies Record<LoginProblem, ProblemWords>

/** Returns the texts for a problem; an unknown one counts as expired. */
export function loginProblem(word: string): ProblemWords {
  return loginProblems[LoginProblem.catch('state_wrong').parse(word)]
}
