import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** How the stand-in answers: as VIES does, or as a broken server. */
export type ViesMood =
  | 'valid'
  | 'invalid'
  /** Error codes, which VIES answers with status 200. */
  | 'MS_UNAVAILABLE'
  | 'SERVICE_UNAVAILABLE'
  | 'TIMEOUT'
  | 'MS_MAX_CONCURRENT_REQ'
  | 'GLOBAL_MAX_CONCURRENT_REQ'
  | 'INVALID_REQUESTER_INFO'
  | 'page of HTML'
  | 'endless'
  | 'silent'
  | 'broken off'
  | 'redirect'

const Question = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  requesterMemberStateCode: z.string().optional(),
  requesterNumber: z.string().optional(),
})

/** A stand-in of the REST API of VIES; dispose it with `await using`. */
export interface ViesStandIn extends AsyncDisposable {
  url: string
  mood: ViesMood
  /** What was asked, in order. */
  questions: z.infer<typeof Question>[]
}

/** Shapes follow the API of ec.europa.eu/taxation_customs/vies: `POST /check-vat-number`. */
export async function startViesStandIn(port = 0): Promise<ViesStandIn> {
  const questions: ViesStandIn['questions'] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.method !== 'POST' || request.url !== '/check-vat-number')
      return void response.writeHead(404).end()
    const question = Question.parse(JSON.parse(body))
    questions.push(question)
    answer(response, standIn.mood, question)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const standIn: ViesStandIn = {
    ...{ url: `http://127.0.0.1:${address.port}`, mood: 'valid', questions },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

function answer(
  response: ServerResponse,
  mood: ViesMood,
  question: z.infer<typeof Question>,
): void {
  if (mood === 'silent') return
  if (mood === 'broken off') return void response.destroy()
  if (mood === 'redirect') return void response.writeHead(302, { location: '/else' }).end()
  if (mood === 'page of HTML') return void response.writeHead(503).end('<h1>Maintenance</h1>')
  if (mood === 'endless') return void response.end('x'.repeat(1_000_000))
  const isRefused = mood === 'INVALID_REQUESTER_INFO' && question.requesterNumber !== undefined
  const isAnswer = mood === 'valid' || mood === 'invalid' || mood === 'INVALID_REQUESTER_INFO'
  response.writeHead(200, { 'content-type': 'application/json' })
  if (isRefused || !isAnswer)
    return void response.end(
      JSON.stringify({ actionSucceed: false, errorWrappers: [{ error: mood }] }),
    )
  response.end(
    JSON.stringify({
      ...{ countryCode: question.countryCode, vatNumber: question.vatNumber },
      ...{ requestDate: '2026-11-28T12:00:00.000Z', valid: mood !== 'invalid' },
      requestIdentifier: question.requesterNumber === undefined ? '' : 'WAPIAAAAZxyz123',
      ...{ name: '---', address: '---', traderName: '---' },
    }),
  )
}
