import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Fetches the host key of the SSH server inside a running instance; it stays the same for the instance's life. */
export function sshServerQuery(client: Client, id: InstanceId) {
  return queryOptions({
    queryKey: keys.sshServer(id),
    queryFn: ({ signal }) => client.ssh.server({ params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
