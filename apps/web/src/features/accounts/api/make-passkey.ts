import type { PasskeyCeremony } from '@gridloom/contract/auth/passkey'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { retryImport } from '../../../browser/retry-import.ts'

/** Creates a passkey in the browser; resolves with the request body of `addPasskey` without its name. */
export async function makePasskey({ ceremony_id, options }: PasskeyCeremony) {
  const { startRegistration } = await retryImport(() => import('@simplewebauthn/browser'))
  const response = await startRegistration({ optionsJSON: asCreationOptions(options) })
  return { ceremony_id, response: { ...response } }
}

/** Classifies an error from creating a passkey; `closed`: the user closed the browser's dialog. */
export function passkeyProblem(error: Error): 'closed' | 'there-already' | 'other' {
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'closed'
  return error.name === 'InvalidStateError' ? 'there-already' : 'other'
}

/** Named cast: the server made the options for this very call, and the contract passes them on unparsed. */
function asCreationOptions(options: object): PublicKeyCredentialCreationOptionsJSON {
  return options as PublicKeyCredentialCreationOptionsJSON
}
