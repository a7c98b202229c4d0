import type { GenerationId } from '@gridloom/contract/core/ids'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'

/** Stops an answer; its stream reports the end. */
export function useStopAnswer() {
  const client = useClient()
  return useMutation({
    mutationFn: (id: GenerationId) => client.chat.stop({ params: { id } }),
  })
}
