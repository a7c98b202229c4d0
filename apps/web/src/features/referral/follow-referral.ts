import type { Runtime } from '../../api/runtime.tsx'
import { readAccess } from '../../shared/auth/use-go-on.ts'

/** The format of access codes; any other path is simply unknown. */
const codeShape = /^[\w-]{4,64}$/

/**
 * Follows `/{referralCode}` and resolves with the path to go to. A valid code is stored and leads to registration, or
 * to the access view for a signed-in user without access; an unknown one to the start page.
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
    // @NOTE a code that cannot be checked now can still be typed in; the start page is a safe fallback
    return false
  }
}
