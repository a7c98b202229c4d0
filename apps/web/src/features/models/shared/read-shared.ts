import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** A chat that was shared, by the secret of its link. It never changes, but it may end. */
export function sharedChatQuery(client: Client, secret: string) {
  return queryOptions({
    queryKey: keys.sharedChat(secret),
    queryFn: ({ signal }) => client.chat.readShared({ params: { secret }, signal }),
  })
}
