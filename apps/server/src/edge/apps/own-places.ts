import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Clock } from '@gridloom/async/clock'
import { linkPlace, ownPlaces, signInPlace } from '@gridloom/contract/ports/own-places'
import type { AccessControl, Admission, AdmissionQuestion } from './admission.ts'
import { redirect, sendPage } from './answers.ts'
import type { AppsConfig } from './apps-config.ts'
import { portCookie, portCookieNames } from './cookies.ts'
import { linkEndedPage, signInFailedPage, unknownAddressPage } from './pages.ts'
import type { Visit } from './visit.ts'

/** Answers the places of ours at an address, and sends visitors to sign in. */
export interface OwnPlaces {
  serve(visit: Visit, response: ServerResponse): Promise<void>
  /** Sends a visitor to the console, which sends them back to the path that they requested. */
  toSignIn(visit: Visit, response: ServerResponse): void
}

interface OwnPlacesOptions {
  readonly access: Pick<AccessControl, 'redeem'>
  readonly admit: (question: AdmissionQuestion) => Promise<Admission>
  readonly newSecret: () => string
  readonly clock: Clock
  readonly config: AppsConfig
  /** How long the control plane may take. */
  readonly answerMs: number
}

/** How long a visitor may take to sign in. */
const attemptLifeS = 10 * 60
const secretPattern = /^[\w-]{43}$/
const linkKeyPattern = /^[\w-]{20,100}$/
/** Longer paths are not returned to after a sign-in: they must fit into an address of the console. */
const pathCharsMax = 2_000
/** The longest time that browsers keep a cookie (RFC 6265bis, 5.5). */
const cookieLifeMaxS = 400 * 24 * 60 * 60

export function createOwnPlaces(options: OwnPlacesOptions): OwnPlaces {
  const { access, admit, newSecret, clock, config, answerMs } = options
  const names = portCookieNames(config.scheme)

  async function signIn(visit: Visit, response: ServerResponse): Promise<void> {
    const { code, path } = parametersOf(visit)
    const { attempt } = visit.cookies
    const redeemed =
      attempt === undefined || !secretPattern.test(code)
        ? undefined
        : await access.redeem({ label: visit.label, code, attempt }, clock.timeout(answerMs))
    if (redeemed === undefined) return sendPage(response, signInFailedPage(path), visit)
    const cookies = [
      portCookie(names.access, redeemed.cookie, redeemed.maxAgeS),
      portCookie(names.attempt, '', 0),
    ]
    redirect(response, `${visit.origin}${path}`, { status: 303, cookies })
  }

  async function openLink(visit: Visit, response: ServerResponse): Promise<void> {
    const { key, path } = parametersOf(visit)
    const question = { ...visit.question, cookies: [key], token: undefined }
    const admission = linkKeyPattern.test(key) ? await admit(question) : undefined
    if (admission === undefined || admission.kind === 'sign_in')
      return sendPage(response, linkEndedPage, visit)
    const cookies = [portCookie(names.access, key, lifeS(admission.untilMs))]
    redirect(response, `${visit.origin}${path}`, { status: 303, cookies })
  }

  function lifeS(untilMs: number | null): number {
    if (untilMs === null) return cookieLifeMaxS
    const leftS = Math.ceil((untilMs - clock.now().getTime()) / 1_000)
    return Math.max(0, Math.min(cookieLifeMaxS, leftS))
  }

  return {
    async serve(visit, response) {
      const [place] = visit.path.split('?')
      const isRead = visit.request.method === 'GET'
      if (isRead && place === signInPlace) return signIn(visit, response)
      if (isRead && place === linkPlace) return openLink(visit, response)
      sendPage(response, unknownAddressPage, visit)
    },
    toSignIn(visit, response) {
      // A second tab continues with the cookie of the first, which it would replace otherwise.
      const { attempt } = visit.cookies
      const secret = attempt !== undefined && secretPattern.test(attempt) ? attempt : newSecret()
      const query = new URLSearchParams({
        address: visit.label,
        state: hash('sha256', secret, 'hex'),
        path: returnPath(visit.path),
      })
      redirect(response, `${config.consoleUrl}/ports/open?${query}`, {
        status: 302,
        cookies: [portCookie(names.attempt, secret, attemptLifeS)],
      })
    },
  }
}

/** Whether a path is one of ours. */
export function isOwnPlace(path: string): boolean {
  return path.startsWith(ownPlaces)
}

function parametersOf({ path, origin }: Visit): { code: string; key: string; path: string } {
  const query = URL.parse(path, origin)?.searchParams
  const of = (name: string) => query?.get(name) ?? ''
  return { code: of('code'), key: of('key'), path: returnPath(of('path')) }
}

/** A path of this address to go to; anything else becomes its start page. */
function returnPath(path: string): string {
  const isPath = /^\/[\x21-\x7e]*$/.test(path) && path.length <= pathCharsMax
  return isPath && !isOwnPlace(path) ? path : '/'
}
