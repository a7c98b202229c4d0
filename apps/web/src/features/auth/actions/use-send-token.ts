import { configQuery } from '../../../api/queries.ts'
import { useRuntime } from '../../../api/runtime.tsx'
import { pageExtensionPorts } from '../../../shared/extension/page-ports.ts'
import { sendToken } from '../../../shared/extension/send-token.ts'

/** Sends the browser extension a token of its own; does nothing if no extension listens. */
export function useSendToken(): () => void {
  const { client, queryClient } = useRuntime()
  return () => {
    const request = sendToken({
      ports: pageExtensionPorts(),
      extensionId: async () =>
        (await queryClient.ensureQueryData(configQuery(client))).extension_id,
      makeToken: async () => (await client.auth.extensionToken()).token,
    })
    // @NOTE the extension is optional: a missing or failing one must not disturb the user
    request.catch(() => undefined)
  }
}
