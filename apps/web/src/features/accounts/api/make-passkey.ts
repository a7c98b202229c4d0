import type { PasskeyCeremony } from '@gridloom/contract/auth/passkey'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { retryImport } from '../../../browser/retry-import.ts'

/** Has the browser make a passkey; resolves with what the server takes, but for its name. */
export async function makePasskey({ ceremony_id, options }: PasskeyCeremony) {
  const { startRegistration } = await retryImport(() => import('@simplewebauthn/browser'))
  const response = await startRegistration({ optionsJSON: asCreationOptions(options) })
  return { ceremony_id, response: { ...response } }
}

/** What went wrong in making one: nothing to say where the person closed the browser's dialog. */
export function passkeyProblem(error: Error): 'closed' | 'there-already' | 'other' {
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'closed'
  return error.name === 'InvalidStateError' ? 'there-already' : 'other'
}

/** Named cast: the server made the options for exactly this, and the contract passes them on unread. */
function asCreationOptions(options: object): PublicKeyCredentialCreationOptionsJSON {
  return options as PublicKeyCredentialCreationOptionsJSON
}
