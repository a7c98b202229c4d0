import type { PasskeyCeremony } from '@gridloom/contract/auth/passkey'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { retryImport } from '../../browser/retry-import.ts'

/** Whether this browser supports passkeys. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Asks the browser for a passkey; resolves with the request body for the server. */
export async function answerWithPasskey({ ceremony_id, options }: PasskeyCeremony) {
  const { startAuthentication } = await retryImport(() => import('@simplewebauthn/browser'))
  const response = await startAuthentication({ optionsJSON: asRequestOptions(options) })
  return { ceremony_id, response: { ...response } }
}

/** Whether the user closed the browser's own dialog, which is not shown as an error. */
export function wasDismissed(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
}

/** Named cast: the server creates the options for this API, and the contract does not parse them. */
function asRequestOptions(options: object): PublicKeyCredentialRequestOptionsJSON {
  return options as PublicKeyCredentialRequestOptionsJSON
}
