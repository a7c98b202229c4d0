import { createBrowserClient } from '@gridloom/browser-session/browser-client'
import type { CookiePage } from '@gridloom/browser-session/token-cookie'
import type { Client } from '@gridloom/client/calls'
import type { Fetch } from '@gridloom/client/request'
import type { TokenStore } from '@gridloom/client/tokens'
import type { ApiFacts } from '@gridloom/contract/api-facts'
import type { HostUrls } from '@gridloom/contract/core/hosts'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { useStore } from 'zustand'
import { createPageStorage, type PageStorage } from '../browser/page-storage.ts'
import { createWallet, type Wallet } from '../browser/wallet/wallet.ts'
import { createShownErrors, type ShownErrors } from '../ui/toasts/shown-errors.tsx'
import { createToasts, type Toasts } from '../ui/toasts/toasts.ts'
import { createLiveStore, type LiveState, type LiveStore } from './live/live-state.ts'
import { configQuery } from './queries.ts'
import { createQueryClient } from './query-client.ts'
import { confirmingClient } from './reauth/reauth-client.ts'
import { createConfirmations, type ReauthPrompt } from './reauth/reauth-prompt.ts'
import { type Auth, type AuthState, createAuth } from './session/auth-store.ts'
import { mirrorAnswers } from './session/mirror-answers.ts'

/** Everything that screens use beyond their props; created once per page, or once per test. */
export interface Runtime {
  client: Client
  /** Creates a client with a token other than the cookie's: the temporary one for a forgotten password. */
  clientWith(token: string): Client
  auth: Auth
  kept: PageStorage
  toasts: Toasts
  /** The base URL of the default API. */
  apiUrl: string
  /** The errors that screens show in place; see ui/toasts/shown-errors.tsx. */
  shownErrors: ShownErrors
  live: LiveStore
  /** The browser's wallet. */
  wallet: Wallet
  /** Asks the user to re-authenticate; see api/reauth/reauth-prompt.ts. */
  confirmations: ReauthPrompt
  queryClient: QueryClient
  /** Writes a new token to the cookie and refetches all queries. */
  signIn(token: string): void
  /** Clears the token and all cached data of the account. */
  signOut(): void
  /** Rereads the cookie, as another tab may have signed in or out, and returns what happened. */
  lookAtToken(): 'signed-in' | 'signed-out' | 'as-before'
}

interface RuntimeOptions {
  /** The page's own, which serves all three hosts unless they are configured. */
  origin: string
  /** The facts of the API: the page loads its schemas only where it uses them. */
  endpoints: ApiFacts
  hosts?: Partial<HostUrls>
  page: CookiePage
  locks?: LockManager | undefined
  fetch?: Fetch
  /** Storage that survives a reload; default: the browser's. */
  kept?: PageStorage
}

/** Creates the {@link Runtime} from the environment. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const kept = options.kept ?? createPageStorage({ local: localStorage, session: sessionStorage })
  const toasts = createToasts()
  const shownErrors = createShownErrors()
  const queryClient = createQueryClient({
    toasts,
    shownErrors,
    onAccessCodeRequired: () => auth.openAccessCode(),
    onMembershipEnded: () => auth.holdMembershipEnded(),
  })
  const { origin, endpoints, hosts, page, locks, fetch } = options
  const { client, clientWith, tokens, apiUrl } = createBrowserClient({
    origin,
    endpoints,
    hosts,
    page,
    locks,
    fetch,
    onToken: (token) => auth.holdToken(token),
    onSignedOut: () => {
      confirmations.settle('declined')
      queryClient.clear()
      toasts.dropFailures()
      toasts.show({ type: 'error', message: 'Unauthorized: Please log in again.' })
    },
  })
  const auth = createAuth(tokens.read(), kept)
  mirrorAnswers({ queryClient, auth, kept })
  const confirmations = createConfirmations()
  return {
    client: confirmingClient(client, confirmations),
    clientWith,
    confirmations,
    apiUrl,
    auth,
    kept,
    toasts,
    shownErrors,
    live: createLiveStore(),
    wallet: createWallet({ kept, setup: () => walletSetup({ queryClient, client, origin }) }),
    queryClient,
    ...sessionOf({ tokens, auth, queryClient, toasts }),
  }
}

/** What wallets need to know of this installation. */
async function walletSetup({ queryClient, client, origin }: WalletParts) {
  const config = await queryClient.ensureQueryData(configQuery(client))
  const { name, description, chains, exchange_wallet_relay: relay, walletconnect } = config
  const icons = [`${origin}/favicon.svg`]
  const byCode =
    walletconnect === null
      ? null
      : { projectId: walletconnect.project_id, relay: walletconnect.relay }
  return { chains, relay, walletconnect: byCode, site: { name, description, url: origin, icons } }
}

interface WalletParts {
  queryClient: QueryClient
  client: Client
  origin: string
}

interface SessionParts {
  tokens: TokenStore
  auth: Auth
  queryClient: QueryClient
  toasts: Toasts
}

function sessionOf({ tokens, auth, queryClient, toasts }: SessionParts) {
  return {
    signIn(token: string) {
      tokens.write(token)
      toasts.dropFailures()
      // @NOTE refetched in the background: a failure is shown where the data is used
      void queryClient.invalidateQueries()
    },
    signOut() {
      tokens.clear()
      queryClient.clear()
      toasts.dropFailures()
    },
    lookAtToken() {
      const before = auth.store.getState().token
      const token = tokens.read()
      if (token === before) return 'as-before'
      auth.holdToken(token)
      toasts.dropFailures()
      if (token === undefined) queryClient.clear()
      else void queryClient.invalidateQueries()
      if (token === undefined) return 'signed-out'
      return before === undefined ? 'signed-in' : 'as-before'
    },
  } as const
}

const RuntimeContext = createContext<Runtime | undefined>(undefined)

/** Provides the {@link Runtime} to its children. */
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

/** Selects a part of the auth state. */
export function useAuth<Part>(select: (state: AuthState) => Part): Part {
  return useStore(useRuntime().auth.store, select)
}

export function useLiveState(): LiveState {
  return useStore(useRuntime().live)
}
