import { createStore, type StoreApi } from 'zustand/vanilla'

/** The faces of the login modal that work now. */
export type LoginView = 'login' | 'register' | 'access'

/** What somebody came to do; decides where they land after the access code. */
export type Flow = 'provider' | 'render' | 'startup' | 'hivemind'

export interface AuthState {
  isLoggedIn: boolean
  token: string | undefined
  showLogin: boolean
  /** Which view the modal opens with. */
  loginFlow: LoginView
  showAccessCode: boolean
  /** Kept from the last form, so that switching views loses nothing. */
  email: string
  flow: Flow | undefined
  /** Where somebody wanted to go when sign-in came in the way. */
  accessFlow: string | undefined
}

export interface Auth {
  store: StoreApi<AuthState>
  /** Mirrors the token that the cookie holds. */
  holdToken(token: string | undefined): void
  openLogin(view: 'login' | 'register'): void
  openAccessCode(): void
  closeLogin(): void
  keepEmail(email: string): void
  chooseFlow(flow: Flow): void
  /** Remembers the way that sign-in interrupted. */
  keepWay(path: string | undefined): void
  /** Forgets what this visit was about, when it ends. */
  forgetVisit(): void
}

/** Who is signed in and what the login modal shows. The token's home is the cookie; this mirrors it. */
export function createAuth(token: string | undefined): Auth {
  const store = createStore<AuthState>(() => ({
    isLoggedIn: token !== undefined,
    token,
    showLogin: false,
    loginFlow: 'login',
    showAccessCode: false,
    email: '',
    flow: undefined,
    accessFlow: undefined,
  }))
  return {
    store,
    holdToken: (next) => store.setState({ token: next, isLoggedIn: next !== undefined }),
    openLogin: (view) =>
      store.setState({ showLogin: true, loginFlow: view, showAccessCode: false }),
    openAccessCode: () =>
      store.setState({ showLogin: true, loginFlow: 'access', showAccessCode: true }),
    closeLogin: () => store.setState({ showLogin: false, showAccessCode: false }),
    keepEmail: (email) => store.setState({ email }),
    chooseFlow: (flow) => store.setState({ flow }),
    keepWay: (path) => store.setState({ accessFlow: path }),
    forgetVisit: () => store.setState({ email: '', flow: undefined, accessFlow: undefined }),
  }
}

/** Where to go after signing in: the interrupted way, else by flow, else the market. */
export function wayAfterSignIn({ accessFlow, flow }: AuthState): string {
  return accessFlow ?? (flow === 'provider' ? '/machines' : '/instance')
}
