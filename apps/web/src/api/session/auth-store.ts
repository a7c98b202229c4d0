import type { Flow } from '@gridloom/contract/accounts/flow'
import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PageStorage } from '../../browser/page-storage.ts'
import { type AuthState, firstState, type LoginView, type OnboardStep } from './auth-state.ts'

export type { AuthState, LoginView, OnboardStep } from './auth-state.ts'

export interface Auth {
  store: StoreApi<AuthState>
  /** Mirrors the token of the cookie. */
  holdToken(token: string | undefined): void
  /** Mirrors the signed-in user. */
  holdDetails(details: UserDetails): void
  /** Records that the user no longer belongs to the active company. */
  holdMembershipEnded(): void
  holdTheme(theme: AuthState['theme']): void
  holdHealth(health: 'ok' | 'failed'): void
  openLogin(view: LoginView): void
  openAccessCode(): void
  /** Asks for the emailed code: to verify the address, or to set a new password. */
  openOtp(otpFor: AuthState['otpFor']): void
  closeLogin(): void
  keepEmail(email: string): void
  keepOtp(otp: string): void
  /** Stores the token for one new password; `undefined` removes it. */
  keepTempToken(token: string | undefined): void
  /** Stores an access code until it is entered; an empty one removes it. */
  keepAccessCode(code: string): void
  chooseFlow(flow: Flow): void
  keepStep(step: OnboardStep): void
  /** Stores the path that sign-in interrupted. Paths to other sites are ignored. */
  keepReturnPath(path: string | undefined): void
  /** Clears user, login flag, config, step and flow on sign-out; specification, section 4. */
  forgetVisit(): void
}

/**
 * Creates the auth state: the signed-in user, the view of the login modal, and the purpose of the visit. The token is
 * stored in the cookie and only mirrored here. {@link PageStorage} stores what survives a reload.
 */
export function createAuth(token: string | undefined, kept: PageStorage): Auth {
  const store = createStore<AuthState>(() => firstState(token, kept))
  keepFlag(kept, token)
  return { store, ...whoIsSignedIn(store, kept), ...loginModal(store, kept), ...visit(store, kept) }
}

type Store = StoreApi<AuthState>
const nobody = {
  user: undefined,
  userDetails: undefined,
  isKol: false,
  membershipEnded: false,
} as const

function whoIsSignedIn(store: Store, kept: PageStorage) {
  return {
    holdToken(token: string | undefined) {
      keepFlag(kept, token)
      store.setState({ token, isLoggedIn: token !== undefined })
      if (token !== undefined) return
      kept.write('userDetails', undefined)
      store.setState(nobody)
    },
    holdDetails(user: UserDetails) {
      const { email, name, username, profile_path: image } = user
      const userDetails = { email, image, name: name ?? username }
      kept.write('userDetails', JSON.stringify(userDetails))
      store.setState({ user, userDetails, isKol: user.is_kol, membershipEnded: false })
    },
    holdMembershipEnded: () => store.setState({ membershipEnded: true }),
    holdTheme: (theme: AuthState['theme']) => store.setState({ theme }),
    holdHealth: (health: 'ok' | 'failed') =>
      store.setState({ underMaintance: health === 'failed' }),
  }
}

function loginModal(store: Store, kept: PageStorage) {
  function keepTempToken(tempToken: string | undefined): void {
    kept.write('tempToken', tempToken)
    store.setState({ tempToken })
  }
  return {
    keepTempToken,
    openLogin: (loginFlow: LoginView) =>
      store.setState({ showLogin: true, loginFlow, showAccessCode: loginFlow === 'access' }),
    openAccessCode: () =>
      store.setState({ showLogin: true, loginFlow: 'access', showAccessCode: true }),
    openOtp: (otpFor: AuthState['otpFor']) =>
      store.setState({ showLogin: true, loginFlow: 'otp', otpFor }),
    closeLogin() {
      keepTempToken(undefined)
      store.setState({ showLogin: false, showAccessCode: false, otp: '' })
    },
    keepEmail: (email: string) => store.setState({ email }),
    keepOtp: (otp: string) => store.setState({ otp }),
    keepAccessCode(accessCode: string) {
      kept.write('referralCode', accessCode || undefined)
      store.setState({ accessCode })
    },
  }
}

function visit(store: Store, kept: PageStorage) {
  return {
    chooseFlow(flow: Flow) {
      kept.write('flow', flow)
      store.setState({ flow })
    },
    keepStep(onboardStep: OnboardStep) {
      kept.write('onboardStep', onboardStep)
      store.setState({ onboardStep })
    },
    keepReturnPath: (path: string | undefined) =>
      store.setState({ accessFlow: path && isOwnPath(path) ? path : undefined }),
    forgetVisit() {
      for (const name of ['tempToken', 'userDetails', 'config', 'onboardStep', 'flow'] as const) {
        kept.write(name, undefined)
      }
      store.setState({
        ...nobody,
        email: '',
        otp: '',
        tempToken: undefined,
        onboardStep: 'choose',
        flow: undefined,
        accessFlow: undefined,
      })
    },
  }
}

function keepFlag(kept: PageStorage, token: string | undefined): void {
  kept.write('isLoggedIn', token === undefined ? undefined : 'true')
}

/** Browsers resolve `//elsewhere.example` and `/\elsewhere.example` to other sites. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}

/** Landing page of each flow after the access code; specification, section 4. */
const landings = { provider: '/dashboard', render: '/render', startup: '/company' } as const

/** Returns the path after signing in: the interrupted one, else by flow, else the start page. */
export function returnPathAfterSignIn({
  accessFlow,
  flow,
}: Pick<AuthState, 'accessFlow' | 'flow'>): string {
  if (accessFlow !== undefined) return accessFlow
  return flow === undefined || flow === 'hivemind' ? '/onboarding' : landings[flow]
}
