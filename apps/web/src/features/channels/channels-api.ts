import type { Client } from '@gridloom/client/calls'
import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { ConnectedAccountId } from '@gridloom/contract/core/ids'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'
import { useClient, useToasts } from '../../api/runtime.tsx'
import { leaveFor } from '../../browser/leave-for.ts'
import { isHttpAddress } from './channel-words.ts'

export function channelsQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.channels, 'all'],
    queryFn: ({ signal }) => client.channels.list({ signal }),
  })
}

export function connectedAccountsQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.channels, 'connected'],
    queryFn: ({ signal }) => client.channels.connected({ signal }),
  })
}

/** Begins a connection and leaves for the channel, which comes back to `/ambassador/manage/return`. */
export function useConnect(channel: ChannelId) {
  const client = useClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (input: string) =>
      client.channels.connect({ params: { channel }, body: { input } }),
    onSuccess: ({ url }) => leaveForChannel(url),
  })
}

/** Begins to connect an account again. */
export function useReconnect() {
  const client = useClient()
  return useMutation({
    mutationFn: (id: ConnectedAccountId) => client.channels.reconnect({ params: { id } }),
    onSuccess: ({ url }) => leaveForChannel(url),
  })
}

function leaveForChannel(url: string): void {
  if (isHttpAddress(url)) leaveFor(url)
}

/** Gets the code for a page. */
export function useBeginProof(channel: ChannelId) {
  const client = useClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (url: string) => client.channels.proof({ params: { channel }, body: { url } }),
  })
}

/** Looks for the code in a page. */
export function useCheckProof(channel: ChannelId) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (url: string) => client.channels.verify({ params: { channel }, body: { url } }),
    onSuccess: ({ handle }) => {
      toasts.show({ type: 'success', message: `${handle} is connected` })
      return queryClient.invalidateQueries({ queryKey: keys.channels })
    },
  })
}

export function useDisconnect(id: ConnectedAccountId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: () => client.channels.disconnect({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.channels }),
  })
}
