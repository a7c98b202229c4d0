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
 * Mirrors responses into the auth state (the signed-in user, whether the health check fails), and stores the
 * configuration so that the login modal need not wait for it after a reload.
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

/**
 * Mirrors the details. If the active account has changed, here or in another tab, all of the account's queries are
 * reset.
 */
function mirrorDetails(
  { queryClient, auth }: Pick<MirrorParts, 'queryClient' | 'auth'>,
  details: UserDetails,
): void {
  const before = auth.store.getState().user
  auth.holdDetails(details)
  if (before === undefined || activeAccount(before) === activeAccount(details)) return
  // @NOTE refetched in the background: a failure is shown where the data is used
  void queryClient.resetQueries({ predicate: ({ queryKey }) => isOfAnAccount(queryKey) })
}

function activeAccount({ account_id: person, active_company: company }: UserDetails): string {
  return company?.company_id ?? person
}

const ofEverybody: readonly unknown[] = [keys.config[0], keys.health[0], keys.announcements[0]]

function isOfAnAccount(queryKey: readonly unknown[]): boolean {
  const isDetails = queryKey[0] === keys.details[0] && queryKey.length === 1
  return !isDetails && !ofEverybody.includes(queryKey[0])
}

/** Sets the maintenance flag when the health check fails and clears it when it passes; specification, section 4. */
function mirrorHealth(auth: Auth, action: string): void {
  if (action === 'success') auth.holdHealth('ok')
  if (action === 'error') auth.holdHealth('failed')
}

/** Shows the stored configuration at once and marks it stale, so that it is refetched. */
function recallConfig(queryClient: QueryClient, text: string | undefined): void {
  if (text === undefined) return
  try {
    const config = PublicConfig.parse(JSON.parse(text))
    queryClient.setQueryData(keys.config, config, { updatedAt: 0 })
  } catch {
    // @NOTE a configuration stored by an older version can be dropped: it is fetched anyway
  }
}

/** Named cast: the data under `keys.details` is the response of `accounts.details`. */
function asDetails(state: QueryState): UserDetails {
  return state.data as UserDetails
}
