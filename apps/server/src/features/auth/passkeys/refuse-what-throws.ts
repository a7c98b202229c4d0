import { Refused } from '@gridloom/contract/errors'

/**
 * Runs a check of bytes that a caller sent. Anything that the library throws is the caller's error, never ours.
 * @throws Refused `passkey_refused`; the log has the reason
 */
export async function refuseWhatThrows<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Refused) throw error
    throw passkeyRefusal(String(error), error)
  }
}

/** The one answer to a passkey that is not accepted; `why` is for the log alone. */
export function passkeyRefusal(why: string, cause?: unknown): Refused {
  return new Refused('passkey_refused', { internal: `passkey_refused: ${why}`, cause })
}
