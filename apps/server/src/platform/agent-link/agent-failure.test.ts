import type { ClientHttp2Stream } from 'node:http2'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { agentRefusal } from './agent-failure.ts'
import type { AnswerHeaders } from './streams.ts'

it.each([
  ['busy', { seconds: 4 }, 409, 'endpoints_busy'],
  ['context_exceeded', { tokens: 2_000, max: 1_024 }, 400, 'context_exceeded'],
  ['unsupported', {}, 400, 'unsupported_parameter'],
  ['not_serving', {}, 404, 'upstream_failed'],
  ['engine_failed', {}, 502, 'upstream_failed'],
  ['not_found', {}, 404, 'not_found'],
  ['state_conflict', {}, 409, 'state_conflict'],
  ['whatever', {}, 500, 'upstream_failed'],
])('maps an agent’s %s to the matching error code', async (code, details, status, expected) => {
  const refused = await refusalFor(status, JSON.stringify({ code, error: 'said so', details }))
  expect(refused.code).toBe(expected)
  expect(refused.details).toMatchObject(details)
})

it('reports the length of the prompt for context_exceeded', async () => {
  const details = { tokens: 2_000, max: 1_024 }
  const body = JSON.stringify({ code: 'context_exceeded', error: 'too long', details })
  expect((await refusalFor(400, body)).publicText).toContain('2000 tokens')
})

it('truncates the agent’s text', async () => {
  const body = JSON.stringify({ code: 'unsupported', error: 'x'.repeat(10_000) })
  expect((await refusalFor(400, body)).publicText.length).toBeLessThan(400)
})

it('maps an unknown response to upstream_failed', async () => {
  expect((await refusalFor(400, '<html>')).code).toBe('upstream_failed')
})

it('reads only the beginning of an endless error response', async () => {
  let read = 0
  const endless = (async function* () {
    for (;;) {
      read += 16 * 1024
      yield Buffer.alloc(16 * 1024, 'x')
    }
  })()
  const refused = await agentRefusal(
    asStream(Readable.from(endless)),
    asHeaders({ ':status': 500 }),
  )
  expect(refused.code).toBe('upstream_failed')
  expect(refused.publicText.length).toBeLessThan(400)
  expect(read).toBeLessThan(1024 * 1024)
})

function refusalFor(status: number, body: string) {
  return agentRefusal(
    asStream(Readable.from([Buffer.from(body)])),
    asHeaders({ ':status': status }),
  )
}

/** Named cast: of the headers only the status is read. */
function asHeaders(headers: object): AnswerHeaders {
  return headers as AnswerHeaders
}

/** Named cast: of a stream only its bytes and how it ended are read. */
function asStream(bytes: Readable): ClientHttp2Stream {
  return Object.assign(bytes, { rstCode: 0 }) as unknown as ClientHttp2Stream
}
