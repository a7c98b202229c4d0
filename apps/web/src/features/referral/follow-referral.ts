import type { Runtime } from '../../api/runtime.tsx'
import { readAccess } from '../../shared/auth/use-go-on.ts'

/** What an access code may look like; anything else in an address is simply unknown. */
const codeShape = /^[\w-]{4,64}$/

/**
 * Follows `/{referralCode}` and resolves with where to go. A known code is remembered and leads to
 * sign-up, or to the access view for whoever is signed in without access; an unknown one to the front door.
 */
export async function followReferral(
  runtime: Runtime,
  code: string,
): Promise<'/onboarding' | '/welcome' | '/instance'> {
  const { auth } = runtime
  if (!(await isKnown(runtime, code))) return '/onboarding'
  if (!auth.store.getState().isLoggedIn) {
    auth.keepAccessCode(code)
    auth.keepStep('sign-up')
    auth.openLogin('register')
    return '/onboarding'
  }
  if ((await readAccess(runtime)) !== 'closed') return '/instance'
  auth.keepAccessCode(code)
  auth.openAccessCode()
  return '/welcome'
}

async function isKnown({ client }: Runtime, code: string): Promise<boolean> {
  if (!codeShape.test(code)) return false
  try {
    return (await client.accounts.knownAccessCode({ params: { code } })).known
  } catch {
    // @NOTE a code that cannot be checked now can still be typed in; the front door is always right
    return false
  }
}
