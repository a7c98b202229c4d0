import type { Client } from '@gridloom/client/calls'
import { createClient } from '@gridloom/client/client'
import type { Fetch } from '@gridloom/client/request'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { useStore } from 'zustand'
import { createQueryClient } from './api/query-client.ts'
import { type Auth, type AuthState, createAuth } from './auth/auth-store.ts'
import { type CookiePage, cookieTokens } from './auth/token-cookie.ts'
import { type Confirmations, createConfirmations } from './confirm/confirmations.ts'
import { confirmingClient } from './confirm/confirming-client.ts'
import { createLiveStore, type LiveState, type LiveStore } from './live/live-state.ts'
import { createToasts, type Toasts } from './toasts/toasts.ts'

/** Everything a screen reaches beyond its props; made once for a page, or once for a test. */
export interface Runtime {
  client: Client
  auth: Auth
  toasts: Toasts
  live: LiveStore
  /** Asks a person to prove again who they are; see lib/confirm/confirmations.ts. */
  confirmations: Confirmations
  queryClient: QueryClient
  /** Takes a new token into the cookie; the account's answers are asked anew. */
  signIn(token: string): void
  /** Drops the token and every answer of the account's. */
  signOut(): void
}

interface RuntimeOptions {
  /** Where the API is: the page's own origin. */
  origin: string
  page: CookiePage
  locks?: LockManager | undefined
  fetch?: Fetch
}

/** Builds the {@link Runtime} from the outside world. */
export function createRuntime({ origin, page, locks, fetch }: RuntimeOptions): Runtime {
  const toasts = createToasts()
  const queryClient = createQueryClient(toasts)
  const tokens = cookieTokens({
    page,
    protocol: new URL(origin).protocol,
    locks,
    onChange: (token) => auth.holdToken(token),
  })
  const auth = createAuth(tokens.read())
  const confirmations = createConfirmations()
  const client = createClient({
    baseUrl: origin,
    tokens,
    ...(fetch ? { fetch } : {}),
    onSignedOut: () => {
      queryClient.clear()
      toasts.show({ type: 'error', message: 'Unauthorized: Please log in again.' })
    },
  })
  return {
    client: confirmingClient(client, confirmations),
    confirmations,
    auth,
    toasts,
    live: createLiveStore(),
    queryClient,
    signIn(token) {
      tokens.write(token)
      void queryClient.invalidateQueries()
    },
    signOut() {
      tokens.clear()
      queryClient.clear()
    },
  }
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
