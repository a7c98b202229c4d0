import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries.ts'
import { useAuth, useClient } from '../../api/runtime.tsx'
import { type NavigationGroup, navigationFor } from './navigation.ts'

/** The navigation of the signed-in user at this installation. */
export function useNavigation(): readonly NavigationGroup[] {
  const role = useAuth(({ user }) => user?.role)
  const config = useQuery(configQuery(useClient())).data
  return navigationFor(role, { hasTokens: config?.has_tokens ?? false })
}
