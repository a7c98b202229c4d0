import { configQuery } from '../../../api/queries.ts'
import { useRuntime } from '../../../api/runtime.tsx'
import { pageExtensionPorts } from '../../../shared/extension/page-ports.ts'
import { sendToken } from '../../../shared/extension/send-token.ts'

/** Hands the browser extension a token of its own, if one listens; says nothing when none does. */
export function useSendToken(): () => void {
  const { client, queryClient } = useRuntime()
  return () => {
    const request = sendToken({
      ports: pageExtensionPorts(),
      extensionId: async () =>
        (await queryClient.ensureQueryData(configQuery(client))).extension_id,
      makeToken: async () => (await client.auth.extensionToken()).token,
    })
    // @NOTE whoever has no extension, or one that does not answer, is not bothered with it
    request.catch(() => undefined)
  }
}
