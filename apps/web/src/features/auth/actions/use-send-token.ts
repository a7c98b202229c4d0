import { pageExtensionPorts } from '@gridloom/browser-session/extension/page-ports'
import { sendToken } from '@gridloom/browser-session/extension/send-token'
import { configQuery } from '../../../api/queries.ts'
import { useRuntime } from '../../../api/runtime.tsx'

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
