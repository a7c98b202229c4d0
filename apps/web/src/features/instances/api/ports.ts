import type { Client } from '@gridloom/client/calls'
import type { InstanceId, PortLinkId } from '@gridloom/contract/core/ids'
import type { NewPortLink, PortAccess, PortAddress } from '@gridloom/contract/ports/port-address'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** One port of an instance. */
export interface OnePort {
  id: InstanceId
  port: number
}

/** How long an answer of a port is shown before opening the tab asks for it again. */
const answerStaleMs = 10_000

/** Asks a port for its start page, through its machine. */
export function portAnswerQuery(client: Client, { id, port }: OnePort) {
  return queryOptions({
    queryKey: keys.portAnswer(id, port),
    queryFn: ({ signal }) => client.ports.answer({ params: { id, port }, signal }),
    staleTime: answerStaleMs,
    retry: false,
  })
}

/** Fetches the valid links to a port, newest first. */
export function portLinksQuery(client: Client, { id, port }: OnePort) {
  return queryOptions({
    queryKey: keys.portLinks(id, port),
    queryFn: ({ signal }) => client.ports.links({ params: { id, port }, signal }),
  })
}

/** Changes who may open a port. */
export function useChangeAccess({ id, port }: OnePort) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (access: PortAccess) =>
      client.ports.change({ params: { id, port }, body: { access } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(keys.portList(id), (before: PortAddress[] | undefined) =>
        before?.map((one) => (one.port === port ? changed : one)),
      )
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.ports }),
  })
}

/** Opens a public TCP port, or changes the networks that may connect; none: every address. */
export function useOpenTcpPort({ id, port }: OnePort) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (allowed: readonly string[]) =>
      client.ports.openTcp({ params: { id, port }, body: { allowed: [...allowed] } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.ports }),
  })
}

/** Gives the public TCP port back. */
export function useCloseTcpPort({ id, port }: OnePort) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (_tcpPort: number) => client.ports.closeTcp({ params: { id, port } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.ports }),
  })
}

/** Creates a link that ends; its address is in the response alone. */
export function useCreatePortLink({ id, port }: OnePort) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPortLink) => client.ports.createLink({ params: { id, port }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.ports }),
  })
}

/** Revokes a link. */
export function useRevokePortLink({ id, port }: OnePort) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (linkId: PortLinkId) =>
      client.ports.revokeLink({ params: { id, port, link_id: linkId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.ports }),
  })
}
