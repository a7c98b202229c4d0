import { Refused } from '@gridloom/contract/errors'
import { hostNameOf } from '@gridloom/contract/ports/port-label'
import type { FastifyInstance } from 'fastify'
import { isOpenAiAddress } from './openai-failures.ts'

/**
 * Refuses every call of a page below the domain of port addresses, which runs the code of strangers. Such a page may be
 * of the console's own site (on `localhost` in some browsers), where `SameSite` cookies protect from nothing.
 * Browsers name the origin with every request that changes something. The OpenAI-compatible API stays open to all pages,
 * as it accepts only a key that the page itself sends.
 */
export function refuseAppOrigins(
  app: FastifyInstance,
  { appsDomain }: { appsDomain?: string | undefined },
): void {
  if (appsDomain === undefined) return
  app.addHook('onRequest', ({ headers: { origin, host }, url, ws }, _reply, done) => {
    // WebSockets are refused for every origin but the console's own (`own-page.ts`).
    if (origin === undefined || ws || isOpenAiAddress(url)) return done()
    if (!isBelow(origin, appsDomain) || isOwn(origin, host)) return done()
    done(new Refused('forbidden', { internal: `a call of ${origin.slice(0, 200)}` }))
  })
}

function isBelow(origin: string, domain: string): boolean {
  return hostNameOf(URL.parse(origin)?.host).endsWith(`.${domain}`)
}

/** The console itself may have a name below `localhost`. */
function isOwn(origin: string, host: string | undefined): boolean {
  return URL.parse(origin)?.host === host?.toLowerCase()
}
