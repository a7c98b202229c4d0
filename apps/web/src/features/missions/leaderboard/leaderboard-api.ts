import type { Client } from '@gridloom/client/calls'
import type { Leaderboard } from '@gridloom/contract/tiers/leaderboard'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

const firstPage: string | null = null
const leaderboardKey = [...keys.missions, 'leaderboard']

/** Fetches the leaderboard of a week page by page; `undefined`: of this week. */
export function leaderboardQuery(client: Client, week: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...leaderboardKey, week ?? 'now'],
    queryFn: ({ signal, pageParam: cursor }) =>
      client.tiers.leaderboard({
        query: {
          ...(week === undefined ? {} : { week }),
          ...(cursor === null ? {} : { cursor }),
        },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ next_cursor: next }: Leaderboard) => next,
  })
}

/** Joins the leaderboard by a public name, or changes the name. */
export function useJoinLeaderboard() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (name: string) => client.tiers.join({ body: { name } }),
    onSuccess: ({ name }) => {
      toasts.show({ type: 'success', message: `You are on the leaderboard as ${name}` })
      return queryClient.invalidateQueries({ queryKey: leaderboardKey })
    },
  })
}

/** Leaves the leaderboards of all weeks. */
export function useLeaveLeaderboard() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: () => client.tiers.leave(),
    onSuccess: () => {
      toasts.show({ type: 'success', message: 'You are no longer on the leaderboard' })
      return queryClient.invalidateQueries({ queryKey: leaderboardKey })
    },
  })
}
