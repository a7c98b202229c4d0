import type { Client } from '@gridloom/client/calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** A change of webhooks; afterwards their lists are fetched again. A secret in the response is not cached. */
export function useWebhookChange<Input, Output>(
  change: (client: Client, input: Input) => Promise<Output>,
) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    gcTime: 0,
    mutationFn: (input: Input) => change(client, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.webhooks }),
  })
}
