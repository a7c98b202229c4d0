import type { RecordedClick } from '@gridloom/contract/affiliate/affiliate'
import type { Runtime } from '../../api/runtime.tsx'
import { readAccess } from '../../shared/auth/use-go-on.ts'
import { keepReferral } from './kept-referral.ts'
import type { ReferralSearch } from './referral-search.ts'

/** The format of access codes; any other path is simply unknown. */
const codeShape = /^[\w-]{4,64}$/

/** A link that was followed. */
interface Followed extends ReferralSearch {
  code: string
}

/**
 * Follows `/{referralCode}` and resolves with the path to go to. An access code is stored and leads to registration, or
 * to the access view for a signed-in user without access. The code of an affiliate is recorded, and leads to the page
 * that the link names. An unknown one leads to the start page.
 */
export async function followReferral(runtime: Runtime, followed: Followed): Promise<string> {
  const { auth } = runtime
  const { code } = followed
  if (!codeShape.test(code)) return '/onboarding'
  if (!(await isAccessCode(runtime, code))) return followAffiliate(runtime, followed)
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

async function isAccessCode({ client }: Runtime, code: string): Promise<boolean> {
  try {
    return (await client.accounts.knownAccessCode({ params: { code } })).known
  } catch {
    // @NOTE a code that cannot be checked now can still be typed in; the start page is a safe fallback
    return false
  }
}

/** Records the click, and remembers it where the server gave it an id. */
async function followAffiliate(runtime: Runtime, { code, ...search }: Followed): Promise<string> {
  const { auth } = runtime
  try {
    const { known, click_id } = await recordOnce(runtime, { code, ...search })
    if (!known) return '/onboarding'
    if (click_id !== null && !auth.store.getState().isLoggedIn)
      keepReferral(runtime, { code, click_id })
  } catch {
    // @NOTE the page is shown all the same: a click that cannot be recorded is no reason to keep a visitor away
  }
  return search.to ?? '/onboarding'
}

const recorded = new WeakMap<Runtime, Map<string, Promise<RecordedClick>>>()

/** Records one click on a link, however often the router loads its page again while the server is answering. */
function recordOnce(runtime: Runtime, followed: Followed): Promise<RecordedClick> {
  const known = recorded.get(runtime) ?? new Map<string, Promise<RecordedClick>>()
  recorded.set(runtime, known)
  const key = JSON.stringify(followed)
  const before = known.get(key)
  if (before !== undefined) return before
  const body = { ...followed, ...sourceOf(document.referrer) }
  const click = runtime.client.affiliate.click({ body })
  known.set(key, click)
  click.catch(() => known.delete(key))
  return click
}

/** The host of the page with the link; a page of our own is none. */
function sourceOf(referrer: string): { source?: string } {
  if (!URL.canParse(referrer)) return {}
  const { hostname } = new URL(referrer)
  return hostname === location.hostname || !/^[a-z0-9.-]{1,100}$/.test(hostname)
    ? {}
    : { source: hostname }
}
