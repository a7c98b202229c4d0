import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Fetches a shared chat by the secret of its link. It never changes, but it may be revoked. */
export function sharedChatQuery(client: Client, secret: string) {
  return queryOptions({
    queryKey: keys.sharedChat(secret),
    queryFn: ({ signal }) => client.chat.readShared({ params: { secret }, signal }),
  })
}
