import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'

/** Starts connecting a sign-in provider; `go` sends the browser to the provider's URL. */
export function useConnectLogin(go: (url: string) => void) {
  const client = useClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (provider: string) => client.auth.connectLogin({ params: { provider } }),
    onSuccess: ({ url }) => go(url),
  })
}
