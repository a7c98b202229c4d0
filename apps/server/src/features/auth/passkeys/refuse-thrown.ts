import { Refused } from '@gridloom/contract/errors'

/**
 * Runs a check of bytes from a caller. Any error that the library throws is treated as the caller's.
 * @throws Refused `passkey_refused`; the reason is logged
 */
export async function refuseThrown<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Refused) throw error
    throw passkeyRefusal(String(error), error)
  }
}

/** The uniform error for a rejected passkey; `why` is only logged. */
export function passkeyRefusal(why: string, cause?: unknown): Refused {
  return new Refused('passkey_refused', { internal: `passkey_refused: ${why}`, cause })
}
