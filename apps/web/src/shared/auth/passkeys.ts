import type { PasskeyCeremony } from '@gridloom/contract/auth/passkey'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { retryImport } from '../../browser/retry-import.ts'

/** Whether this browser can use passkeys at all. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Asks the browser for a passkey; resolves with the body that the server takes. */
export async function answerWithPasskey({ ceremony_id, options }: PasskeyCeremony) {
  const { startAuthentication } = await retryImport(() => import('@simplewebauthn/browser'))
  const response = await startAuthentication({ optionsJSON: asRequestOptions(options) })
  return { ceremony_id, response: { ...response } }
}

/** Whether the person closed the browser's own dialog, which is told to nobody. */
export function wasDismissed(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
}

/** Named cast: the server made the options for exactly this, and the contract passes them on unread. */
function asRequestOptions(options: object): PublicKeyCredentialRequestOptionsJSON {
  return options as PublicKeyCredentialRequestOptionsJSON
}
