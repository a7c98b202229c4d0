import type { Client } from '@gridloom/client/calls'
import { createClient } from '@gridloom/client/client'
import type { Fetch } from '@gridloom/client/request'
import { memoryTokens, type TokenStore } from '@gridloom/client/tokens'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { useStore } from 'zustand'
import { createPageStorage, type PageStorage } from '../browser/page-storage.ts'
import { createToasts, type Toasts } from '../ui/toasts/toasts.ts'
import { createLiveStore, type LiveState, type LiveStore } from './live/live-state.ts'
import { createQueryClient } from './query-client.ts'
import { confirmingClient } from './reauth/reauth-client.ts'
import { type Confirmations, createConfirmations } from './reauth/reauth-prompt.ts'
import { type Auth, type AuthState, createAuth } from './session/auth-store.ts'
import { mirrorAnswers } from './session/mirror-answers.ts'
import { type CookiePage, cookieTokens } from './session/token-cookie.ts'

/** Everything a screen reaches beyond its props; made once for a page, or once for a test. */
export interface Runtime {
  client: Client
  /** The API under another token than the cookie's: the temporary one of a forgotten password. */
  clientWith(token: string): Client
  auth: Auth
  kept: PageStorage
  toasts: Toasts
  live: LiveStore
  /** Asks a person to prove again who they are; see api/reauth/reauth-prompt.ts. */
  confirmations: Confirmations
  queryClient: QueryClient
  /** Takes a new token into the cookie; the account's answers are asked anew. */
  signIn(token: string): void
  /** Drops the token and every answer of the account's. */
  signOut(): void
  /** Looks at the cookie: another tab may have signed in or out. Says which of the two it was. */
  lookAtToken(): 'signed-in' | 'signed-out' | 'as-before'
}

interface RuntimeOptions {
  /** Where the API is: the page's own origin. */
  origin: string
  page: CookiePage
  locks?: LockManager | undefined
  fetch?: Fetch
  /** Where a page keeps things over a reload; left out: the browser's. */
  kept?: PageStorage
}

/** Builds the {@link Runtime} from the outside world. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { origin, page, locks, fetch } = options
  const kept = options.kept ?? createPageStorage({ local: localStorage, session: sessionStorage })
  const toasts = createToasts()
  const queryClient = createQueryClient(toasts, {
    onAccessCodeRequired: () => auth.openAccessCode(),
    onMembershipEnded: () => auth.holdMembershipEnded(),
  })
  const tokens = cookieTokens({
    page,
    protocol: new URL(origin).protocol,
    locks,
    onChange: (token) => auth.holdToken(token),
  })
  const auth = createAuth(tokens.read(), kept)
  mirrorAnswers({ queryClient, auth, kept })
  const confirmations = createConfirmations()
  const network = { baseUrl: origin, ...(fetch ? { fetch } : {}) }
  const client = createClient({
    ...network,
    tokens,
    onSignedOut: () => {
      confirmations.settle('declined')
      queryClient.clear()
      toasts.show({ type: 'error', message: 'Unauthorized: Please log in again.' })
    },
  })
  return {
    client: confirmingClient(client, confirmations),
    clientWith: (token) => createClient({ ...network, tokens: memoryTokens(token) }),
    confirmations,
    auth,
    kept,
    toasts,
    live: createLiveStore(),
    queryClient,
    ...sessionOf({ tokens, auth, queryClient }),
  }
}

interface SessionParts {
  tokens: TokenStore
  auth: Auth
  queryClient: QueryClient
}

function sessionOf({ tokens, auth, queryClient }: SessionParts) {
  return {
    signIn(token: string) {
      tokens.write(token)
      // @NOTE asked anew in the background: what fails to load says so where it is shown
      void queryClient.invalidateQueries()
    },
    signOut() {
      tokens.clear()
      queryClient.clear()
    },
    lookAtToken() {
      const before = auth.store.getState().token
      const token = tokens.read()
      if (token === before) return 'as-before'
      auth.holdToken(token)
      if (token === undefined) queryClient.clear()
      else void queryClient.invalidateQueries()
      if (token === undefined) return 'signed-out'
      return before === undefined ? 'signed-in' : 'as-before'
    },
  } as const
}

const RuntimeContext = createContext<Runtime | undefined>(undefined)

/** Gives the {@link Runtime} to everything below. */
export function RuntimeProvider({ runtime, children }: { runtime: Runtime; children: ReactNode }) {
  return <RuntimeContext value={runtime}>{children}</RuntimeContext>
}

export function useRuntime(): Runtime {
  const runtime = use(RuntimeContext)
  if (runtime === undefined) throw new TypeError('no RuntimeProvider above this component')
  return runtime
}

/** The typed API: `client.machines.list()`. Use it in queries and mutations, never in rendering. */
export function useClient(): Client {
  return useRuntime().client
}

export function useToasts(): Toasts {
  return useRuntime().toasts
}

/** A part of the auth state, by selector. */
export function useAuth<Part>(select: (state: AuthState) => Part): Part {
  return useStore(useRuntime().auth.store, select)
}

export function useLiveState(): LiveState {
  return useStore(useRuntime().live)
}
