import type { Client } from '@gridloom/client/calls'
import type { SavedSearchId } from '@gridloom/contract/core/ids'
import type { ChangeSavedSearch, NewSavedSearch } from '@gridloom/contract/market/saved-search'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** Fetches the saved searches of the active account. */
export function savedSearchesQuery(client: Client) {
  return queryOptions({
    queryKey: keys.savedSearches,
    queryFn: ({ signal }) => client.market.listSearches({ signal }),
  })
}

/** Saves a search. */
export function useCreateSearch() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const message = 'Search saved. You’ll be told of new matches, at most once an hour.'
  return useMutation({
    mutationFn: (body: NewSavedSearch) => client.market.createSearch({ body }),
    meta: { problem: 'shown-in-place' },
    onSuccess: () => {
      toasts.show({ type: 'success', message })
      return queryClient.invalidateQueries({ queryKey: keys.savedSearches })
    },
  })
}

/** Changes, pauses or resumes a saved search. */
export function useChangeSearch(id: SavedSearchId, problem?: 'shown-in-place') {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    ...(problem ? { meta: { problem } } : {}),
    mutationFn: (body: ChangeSavedSearch) => client.market.changeSearch({ params: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.savedSearches }),
  })
}

/** Deletes a saved search. */
export function useDeleteSearch(id: SavedSearchId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: () => client.market.deleteSearch({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.savedSearches }),
  })
}
