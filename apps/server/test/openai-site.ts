import { systemClock } from '@gridloom/async/clock'
import { Refused } from '@gridloom/contract/errors'
import { anActor } from '@gridloom/testkit/actor'
import OpenAI from 'openai'
import type { AnswersCtx } from '#features/models/answers/pending-answer'
import { openAiRoutes } from '#features/models/openai/index'
import type { AccountActor } from '#platform/ctx'
import { createRoutes } from '#platform/http/mount'
import { createHttpServer } from '#platform/http/server'
import { silentLog } from '#platform/log'
import { aMarket, aPayer, type Machine, stayingUntil } from './answering.ts'

export const goodKey = 'glk_good'

interface Site {
  machines: readonly Machine[]
  balance?: number
  via?: AccountActor['via']
  rateLimits?: 'on' | 'off'
}

/** The routes of the OpenAI API on a real HTTP server, with the test's machines and money, and OpenAI's own client. */
export async function anOpenAiSite({ machines, balance, via, rateLimits = 'off' }: Site) {
  const market = aMarket({ machines, ...(balance === undefined ? {} : { balance }) })
  const stopping = new AbortController()
  const shutOut = new AbortController()
  const revocations = stayingUntil(shutOut.signal)
  const app = await createHttpServer({
    log: silentLog(),
    clock: systemClock,
    publicUrl: 'http://localhost',
    trustProxy: 0,
    rateLimits,
    upgrades: {},
    newRequestId: () => 'request-1',
  })
  const routes = createRoutes<AnswersCtx>({
    app,
    clock: systemClock,
    authenticator: {
      async authenticate({ token }) {
        if (token !== goodKey) throw new Refused('unauthorized')
        return anActor(aPayer, via === undefined ? {} : { via })
      },
      sessionSignal: (_actor, until) => until,
    },
    stopping: stopping.signal,
    contextFor: ({ actor, signal }) => market.contextFor({ actor, signal, revocations }),
  })
  openAiRoutes(routes)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = (apiKey = goodKey) => new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 })
  return {
    ...market,
    url,
    client,
    stop: () => stopping.abort(),
    /** Acts as if the caller's key was revoked. */
    shutOut: () => shutOut.abort(new Refused('unauthorized')),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
