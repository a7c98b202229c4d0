import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { PublicConfig } from '@gridloom/contract/system/public-config'
import type { QueryClient, QueryState } from '@tanstack/react-query'
import type { PageStorage } from '../../browser/page-storage.ts'
import { keys } from '../query-keys.ts'
import type { Auth } from './auth-store.ts'

interface MirrorParts {
  queryClient: QueryClient
  auth: Auth
  kept: PageStorage
}

/**
 * Writes what the server answers into the auth state (who is signed in, whether the health check
 * fails), and keeps the configuration over a reload, so that the login modal need not wait for it.
 */
export function mirrorAnswers({ queryClient, auth, kept }: MirrorParts): void {
  recallConfig(queryClient, kept.read('config'))
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { queryKey, state } = event.query
    if (queryKey[0] === keys.health[0]) mirrorHealth(auth, event.action.type)
    if (event.action.type !== 'success' || queryKey.length > 1) return
    if (queryKey[0] === keys.details[0]) mirrorDetails({ queryClient, auth }, asDetails(state))
    if (queryKey[0] === keys.config[0]) kept.write('config', JSON.stringify(state.data))
  })
}

/** Whose things are shown changed, here or in another tab: every answer of before is dropped. */
function mirrorDetails(
  { queryClient, auth }: Pick<MirrorParts, 'queryClient' | 'auth'>,
  details: UserDetails,
): void {
  const before = auth.store.getState().user
  auth.holdDetails(details)
  if (before === undefined || whoseThings(before) === whoseThings(details)) return
  // @NOTE asked anew in the background: what fails to load says so where it is shown
  void queryClient.resetQueries({ predicate: ({ queryKey }) => isOfAnAccount(queryKey) })
}

function whoseThings({ account_id: person, acting_for: company }: UserDetails): string {
  return company?.company_id ?? person
}

const ofEverybody: readonly unknown[] = [keys.config[0], keys.health[0], keys.announcements[0]]

function isOfAnAccount(queryKey: readonly unknown[]): boolean {
  const isDetails = queryKey[0] === keys.details[0] && queryKey.length === 1
  return !isDetails && !ofEverybody.includes(queryKey[0])
}

/** False when it answers ok, true when it fails; specification, section 4. */
function mirrorHealth(auth: Auth, action: string): void {
  if (action === 'success') auth.holdHealth('ok')
  if (action === 'error') auth.holdHealth('failed')
}

/** What was kept is shown at once and asked anew in the background: it counts as old. */
function recallConfig(queryClient: QueryClient, text: string | undefined): void {
  if (text === undefined) return
  try {
    const config = PublicConfig.parse(JSON.parse(text))
    queryClient.setQueryData(keys.config, config, { updatedAt: 0 })
  } catch {
    // @NOTE what an older version kept is no loss: the server is asked anyway
  }
}

/** Named cast: the answer under `keys.details` is that of `accounts.details`. */
function asDetails(state: QueryState): UserDetails {
  return state.data as UserDetails
}
