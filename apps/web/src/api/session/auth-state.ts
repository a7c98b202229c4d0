import { Flow } from '@gridloom/contract/accounts/flow'
import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { z } from 'zod'
import type { PageStorage } from '../../browser/page-storage.ts'

/** The views of the login modal; specification, section 2. */
export type LoginView = 'login' | 'register' | 'otp' | 'forgot' | 'forgotEmail' | 'access'

/** Progress of onboarding: choosing, signing up, or completing what is missing. */
export const OnboardStep = z.enum(['choose', 'sign-up', 'welcome'])
export type OnboardStep = z.infer<typeof OnboardStep>

/** The user details that are shown before the server has answered. */
export const StoredDetails = z.object({
  email: z.string(),
  image: z.string().nullable(),
  name: z.string(),
})
export type StoredDetails = z.infer<typeof StoredDetails>

/** The auth state of the specification (section 3), with its field names. */
export interface AuthState {
  isLoggedIn: boolean
  showLogin: boolean
  token: string | undefined
  theme: 'light' | 'dark'
  /** Kept from the last form, so that it is not lost when the view changes. */
  email: string
  /** The signed-in user, as last fetched. */
  user: UserDetails | undefined
  userDetails: StoredDetails | undefined
  /** The one-time code as typed; setting a new password sends it again. */
  otp: string
  otpFor: 'register' | 'forgot'
  /** Valid for one new password; stored in the tab's session storage. */
  tempToken: string | undefined
  /** The access view is requested; it waits while the user has to enter an emailed code first. */
  showAccessCode: boolean
  /** The access code as typed, or as taken from a link. */
  accessCode: string
  /** The view that the modal shows. */
  loginFlow: LoginView
  onboardStep: OnboardStep
  /** The purpose that the user chose; decides the landing page after the access code. */
  flow: Flow | undefined
  /** The path that the user requested before sign-in or the access code interrupted. */
  accessFlow: string | undefined
  /** The health check failed; spelled as in the specification. */
  underMaintance: boolean
  isKol: boolean
  /**
   * The active account is a company that the user no longer belongs to: the server rejects everything until it is
   * switched.
   */
  membershipEnded: boolean
}

/** Returns the state of a freshly loaded page from the cookie's token and the stored values. */
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

function readDetails(text: string | undefined): StoredDetails | undefined {
  if (text === undefined) return undefined
  try {
    return StoredDetails.optional().catch(undefined).parse(JSON.parse(text))
  } catch {
    // @NOTE values stored by an older version can be dropped: the details are fetched anyway
    return undefined
  }
}
