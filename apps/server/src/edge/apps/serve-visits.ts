import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { writePortLabel } from '@gridloom/contract/ports/port-label'
import type { Admitted } from './admission.ts'
import { createAdmissions } from './admissions.ts'
import { admitVisit } from './admit-visit.ts'
import { refuseSocket, sendPage } from './answers.ts'
import type { AppsLimits, AppsServerOptions } from './apps-config.ts'
import { badRequest } from './bad-request.ts'
import { requestHeaders } from './forwarded-headers.ts'
import { createGuessLimit } from './guess-limit.ts'
import { createOpenExchanges } from './open-exchanges.ts'
import { createOwnPlaces, isOwnPlace } from './own-places.ts'
import type { PortPage } from './page.ts'
import { notReadyPage, problemPage, signInPage, unknownAddressPage } from './pages.ts'
import { problemOf } from './problem-of.ts'
import { relayRequest } from './relay-request.ts'
import { relayUpgrade } from './relay-upgrade.ts'
import { createUpstreams } from './upstreams.ts'
import { type Visit, visitOf } from './visit.ts'

/** Serves requests and upgrades: who asks, may they, and then the app. */
export interface Visits {
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** Exchanges that are open. */
  open(): number
  [Symbol.dispose](): void
}

/** How long the control plane may take to decide. */
const answerMs = 10_000

/** The parts that every visit needs. */
type Site = ReturnType<typeof siteOf>

export function createVisits(options: AppsServerOptions, limits: AppsLimits): Visits {
  const site = siteOf(options, limits)
  return {
    serve: (request, response) =>
      serve(site, request, response).catch((error: unknown) =>
        sendPage(response, unexpected(site, error), { wantsPage: false }),
      ),
    upgrade(request, socket, head) {
      // @NOTE without a listener, an error before the relay begins would end the process.
      socket.on('error', () => socket.destroy())
      return upgrade(site, { request, socket, head }).catch((error: unknown) =>
        refuseSocket(socket, unexpected(site, error)),
      )
    },
    open: () => site.exchanges.size(),
    [Symbol.dispose]() {
      site.exchanges[Symbol.dispose]()
      site.upstreams[Symbol.dispose]()
    },
  }
}

function siteOf(options: AppsServerOptions, limits: AppsLimits) {
  const { access, dial, clock, log } = options
  const admissions = createAdmissions({ access, clock, answerMs })
  const perAccountMax = limits.openPerAccount
  return {
    ...options,
    limits,
    admissions,
    exchanges: createOpenExchanges({ access, admissions, clock, log, perAccountMax }),
    upstreams: createUpstreams({ dial, clock, ...limits }),
    guesses: createGuessLimit(clock),
    places: createOwnPlaces({ ...options, admit: admissions.admit, answerMs }),
  }
}

async function serve(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { places, exchanges, upstreams, clock, limits } = site
  const visit = visitOf(request, site.config)
  if (visit === undefined)
    return sendPage(response, unknownAddressPage, { wantsPage: readsPages(request) })
  const bad = badRequest(request)
  // The end of its body is not certain, so neither is the next request.
  if (bad !== undefined) response.shouldKeepAlive = false
  if (bad !== undefined) return sendPage(response, bad, visit)
  if (isOwnPlace(visit.path)) return places.serve(visit, response)
  const admitted = await admitVisit(site, visit)
  if (response.destroyed) return
  if (admitted === 'sign_in') return places.toSignIn(visit, response)
  if (admitted.kind === 'page') return sendPage(response, admitted.page, visit)
  let end = (): void => void response.destroy()
  response.once(
    'close',
    exchanges.enter({ question: visit.question, admitted }, () => end()),
  )
  end = relayRequest({
    ...{ request, response, clock },
    headers: headersOf(site, visit, 'request'),
    pool: upstreams.poolFor(admitted),
    connectMs: limits.connectMs,
    failed: (error) =>
      void failure(site, { visit, admitted, error }).then((page) =>
        sendPage(response, page, visit),
      ),
  })
}

interface UpgradeRequest {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

async function upgrade(site: Site, { request, socket, head }: UpgradeRequest): Promise<void> {
  const { exchanges, upstreams } = site
  const visit = visitOf(request, site.config)
  if (visit === undefined) return refuseSocket(socket, unknownAddressPage)
  const bad = badRequest(request)
  if (bad !== undefined) return refuseSocket(socket, bad)
  const admitted = await admitVisit(site, visit)
  if (socket.destroyed) return
  if (admitted === 'sign_in') return refuseSocket(socket, signInPage)
  if (admitted.kind === 'page') return refuseSocket(socket, admitted.page)
  let end = (): void => void socket.destroy()
  socket.once(
    'close',
    exchanges.enter({ question: visit.question, admitted }, () => end()),
  )
  const failed = (error: unknown) =>
    void failure(site, { visit, admitted, error }).then((page) => refuseSocket(socket, page))
  const stream = await upstreams.open(admitted).catch(failed)
  if (stream === undefined) return
  if (socket.destroyed) return void stream.destroy()
  end = relayUpgrade({
    ...{ request, socket, head, stream, failed },
    headers: headersOf(site, visit, 'upgrade'),
  })
}

function headersOf(
  { config: { scheme } }: Site,
  { request, host, cookies, question: { visitor } }: Visit,
  as: 'request' | 'upgrade',
): string[] {
  return requestHeaders(request, { host, cookies: cookies.rest, visitor, scheme, as })
}

/** The page of a request that got no response; for those of the account with the ports that would answer. */
async function failure(
  { access, clock, log }: Site,
  { visit, admitted, error }: { visit: Visit; admitted: Admitted; error: unknown },
): Promise<PortPage> {
  const { port, instanceId, audience } = admitted
  log.debug({ event: 'port_request.failed', err: error, instanceId, port }, 'no app answered')
  const problem = problemOf(error)
  if (problem !== 'nothing_listens' || audience === 'guest')
    return problemPage(problem, { port, others: [] })
  const listening = await access
    .listening(instanceId, clock.timeout(answerMs))
    // @NOTE the list helps on a page that says what is wrong without it.
    .catch((): readonly number[] => [])
  const others = listening.filter((other) => other !== port)
  return problemPage(problem, {
    port,
    others: others.map((other) => ({ port: other, href: originOf(visit, other) })),
  })
}

/** The address of another port of the same instance. */
function originOf({ address, label, origin }: Visit, port: number): string {
  return origin.replace(label, writePortLabel({ ...address, port }))
}

function unexpected({ log }: Site, error: unknown): PortPage {
  if (problemOf(error) === 'busy') return problemPage('busy', { port: 0, others: [] })
  log.error({ event: 'port_request.failed', err: error }, 'a request to an app failed')
  return notReadyPage
}

function readsPages({ headers }: IncomingMessage): boolean {
  return (headers.accept ?? '').includes('text/html')
}
