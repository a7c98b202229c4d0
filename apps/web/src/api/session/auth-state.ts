import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { z } from 'zod'
import type { PageStorage } from '../../browser/page-storage.ts'

/** The views of the login modal; specification, section 2. */
export type LoginView = 'login' | 'register' | 'otp' | 'forgot' | 'forgotEmail' | 'access'

/** What somebody came to do; decides where they land after the access code. */
export const Flow = z.enum(['provider', 'render', 'startup', 'hivemind'])
export type Flow = z.infer<typeof Flow>

/** How far somebody got at the front door: choosing, signing up, or finishing what is missing. */
export const OnboardStep = z.enum(['choose', 'sign-up', 'welcome'])
export type OnboardStep = z.infer<typeof OnboardStep>

/** What is shown of a person before the server has answered. */
export const KeptDetails = z.object({
  email: z.string(),
  image: z.string().nullable(),
  name: z.string(),
})
export type KeptDetails = z.infer<typeof KeptDetails>

/** The specification's auth state (section 3), field by field under its names. */
export interface AuthState {
  isLoggedIn: boolean
  showLogin: boolean
  token: string | undefined
  theme: 'light' | 'dark'
  /** Kept from the last form, so that switching views loses nothing. */
  email: string
  /** Who is signed in, as the server said last. */
  user: UserDetails | undefined
  userDetails: KeptDetails | undefined
  /** The one-time code as typed: a new password is proven with it once more. */
  otp: string
  otpFor: 'register' | 'forgot'
  /** Good for one new password; its home is the tab's session storage. */
  tempToken: string | undefined
  /** The access view is wanted; while a code of the mail is asked for first, it waits. */
  showAccessCode: boolean
  /** The access code as typed or as a link brought it. */
  accessCode: string
  /** Which view the modal shows. */
  loginFlow: LoginView
  onboardStep: OnboardStep
  flow: Flow | undefined
  /** Where somebody wanted to go when sign-in or the access code came in the way. */
  accessFlow: string | undefined
  /** The health check failed; the specification spells it so. */
  underMaintance: boolean
  isKol: boolean
  /** The session works for a company that its person no longer belongs to: everything is refused until it switches. */
  membershipEnded: boolean
}

/** The state of a page that has just loaded, from the cookie's token and what the browser kept. */
export function firstState(token: string | undefined, kept: PageStorage): AuthState {
  const userDetails = token === undefined ? undefined : readDetails(kept.read('userDetails'))
  return {
    isLoggedIn: token !== undefined,
    showLogin: false,
    token,
    theme: 'light',
    email: '',
    user: undefined,
    userDetails,
    otp: '',
    otpFor: 'register',
    tempToken: kept.read('tempToken'),
    showAccessCode: false,
    accessCode: kept.read('referralCode') ?? '',
    loginFlow: 'login',
    onboardStep: OnboardStep.catch('choose').parse(kept.read('onboardStep')),
    flow: Flow.optional().catch(undefined).parse(kept.read('flow')),
    accessFlow: undefined,
    underMaintance: false,
    isKol: false,
    membershipEnded: false,
  }
}

function readDetails(text: string | undefined): KeptDetails | undefined {
  if (text === undefined) return undefined
  try {
    return KeptDetails.optional().catch(undefined).parse(JSON.parse(text))
  } catch {
    // @NOTE what an older version kept is no loss: the server is asked anyway
    return undefined
  }
}
