import type { Log } from '../../platform/log.ts'
import type { Admission, Admitted } from './admission.ts'
import type { Admissions } from './admissions.ts'
import type { GuessLimit } from './guess-limit.ts'
import type { PortPage } from './page.ts'
import { guessesPage, notReadyPage, signInPage, unservedPage } from './pages.ts'
import type { Visit } from './visit.ts'

/** An admission; else the page that says why there is none, or `sign_in` where the visitor can be sent to sign in. */
export type VisitDecision =
  | Admitted
  | { readonly kind: 'page'; readonly page: PortPage }
  | 'sign_in'

interface AdmitVisitOptions {
  readonly admissions: Pick<Admissions, 'admit'>
  readonly guesses: GuessLimit
  readonly log: Log
}

/** Decides on a visit. Attempts that admit nobody are counted, and limited. */
export async function admitVisit(options: AdmitVisitOptions, visit: Visit): Promise<VisitDecision> {
  const { guesses } = options
  const { visitor } = visit.question
  if (guesses.waitS(visitor) > 0) return asPage(guessesPage)
  const admission = await ask(options, visit)
  if (admission === undefined) return asPage(notReadyPage)
  if (admission.kind === 'admitted') return admission
  if (admission.kind === 'unserved') {
    if (admission.reason === 'no_access') guesses.count(visitor)
    return asPage(unservedPage(admission.reason))
  }
  guesses.count(visitor)
  return visit.isNavigation ? 'sign_in' : asPage(signInPage)
}

async function ask(
  { admissions, log }: AdmitVisitOptions,
  { question }: Visit,
): Promise<Admission | undefined> {
  try {
    return await admissions.admit(question)
  } catch (error) {
    log.warn({ event: 'port_access.check_failed', err: error }, 'an admission was not decided')
    return undefined
  }
}

function asPage(page: PortPage) {
  return { kind: 'page', page } as const
}
