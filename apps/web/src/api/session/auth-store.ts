import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PageStorage } from '../../browser/page-storage.ts'
import {
  type AuthState,
  type Flow,
  firstState,
  type LoginView,
  type OnboardStep,
} from './auth-state.ts'

export type { AuthState, Flow, LoginView, OnboardStep } from './auth-state.ts'

export interface Auth {
  store: StoreApi<AuthState>
  /** Mirrors the token that the cookie holds. */
  holdToken(token: string | undefined): void
  /** Mirrors who is signed in. */
  holdDetails(details: UserDetails): void
  /** The company that the session works for is no longer the person's. */
  holdMembershipEnded(): void
  holdTheme(theme: AuthState['theme']): void
  holdHealth(health: 'ok' | 'failed'): void
  openLogin(view: LoginView): void
  openAccessCode(): void
  /** Asks for the code of the mail: to verify the address, or to choose a new password. */
  openOtp(otpFor: AuthState['otpFor']): void
  closeLogin(): void
  keepEmail(email: string): void
  keepOtp(otp: string): void
  /** Holds the token that is good for one new password; `undefined` forgets it. */
  keepTempToken(token: string | undefined): void
  /** Remembers an access code until it is entered; an empty one forgets it. */
  keepAccessCode(code: string): void
  chooseFlow(flow: Flow): void
  keepStep(step: OnboardStep): void
  /** Remembers the way that sign-in interrupted. Only ways on this site are kept. */
  keepWay(path: string | undefined): void
  /** Logging out: forgets the user, the login flag, config, step and flow; specification, section 4. */
  forgetVisit(): void
}

/**
 * Who is signed in, what the login modal shows, and what a visit is about. The token's home is the
 * cookie; this mirrors it. What must survive a reload is in {@link PageStorage}.
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
    keepWay: (path: string | undefined) =>
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

/** `//elsewhere.example` and `/\elsewhere.example` are other sites to a browser. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}

/** Where each flow leads once the beta is open; specification, section 4. */
const landings = { provider: '/dashboard', render: '/render', startup: '/company' } as const

/** Where to go after signing in: the interrupted way, else by flow, else the front door. */
export function wayAfterSignIn({
  accessFlow,
  flow,
}: Pick<AuthState, 'accessFlow' | 'flow'>): string {
  if (accessFlow !== undefined) return accessFlow
  return flow === undefined || flow === 'hivemind' ? '/onboarding' : landings[flow]
}
