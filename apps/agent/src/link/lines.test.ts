import { createTestClock } from '@gridloom/async/test-clock'
import { eventually } from '@gridloom/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { linesOf, responseOf } from '../../test/agent-connection.ts'
import { serveRoutes } from '../../test/serve-routes.ts'
import { AgentRefused } from '../refused.ts'
import { replyLinesSoon } from './lines.ts'
import type { Route } from './router.ts'

describe('a response of lines', () => {
  it('starts without a line when none comes soon, and sends a late line', async () => {
    const { promise: line, resolve } = Promise.withResolvers<string>()
    await using test = await setup(async function* () {
      yield await line
    })
    const stream = test.connection.open('GET', '/lines').end()
    const begun = responseOf(stream)
    await test.untilBegun()
    expect(await begun).toMatchObject({ ':status': 200 })
    resolve('late')
    expect(await Array.fromAsync(linesOf(stream))).toEqual(['"late"'])
  })

  it('has the status of a refusal that comes soon', async () => {
    // biome-ignore lint/correctness/useYield: it is refused before there is a line.
    await using test = await setup(async function* () {
      throw new AgentRefused('not_found', 'There is no such log.')
    })
    expect(await test.connection.call('GET', '/lines')).toMatchObject({ status: 404 })
  })

  it('is reset by a late refusal, so that no reader takes it for complete', async () => {
    const { promise: refused, reject } = Promise.withResolvers<string>()
    await using test = await setup(async function* () {
      yield await refused
    })
    const lines = linesOf(test.connection.open('GET', '/lines').end())
    const outcome = expect(lines.next()).rejects.toThrow('NGHTTP2_INTERNAL_ERROR')
    await test.untilBegun()
    reject(new AgentRefused('not_found', 'There is no such log.'))
    await outcome
  })

  it('ends its source when the reader closes the stream', async () => {
    let isLeft = false
    await using test = await setup(async function* () {
      try {
        for (;;) yield 'x'.repeat(100_000)
      } finally {
        isLeft = true
      }
    })
    const stream = test.connection.open('GET', '/lines').end()
    await responseOf(stream)
    stream.close()
    await eventually(() => expect(isLeft).toBe(true))
  })
})

async function setup(items: () => AsyncIterable<unknown>) {
  const clock = createTestClock()
  let isAsked = false
  const answer: Route['answer'] = (call) => {
    isAsked = true
    return replyLinesSoon(call, items(), clock)
  }
  const served = await serveRoutes([{ method: 'GET', path: '/lines', answer }])
  return {
    ...served,
    /** Resolves once no line came for as long as the status is held back. */
    async untilBegun() {
      await eventually(() => expect(isAsked).toBe(true))
      await clock.advance(1_000)
    },
    [Symbol.asyncDispose]: served[Symbol.asyncDispose],
  }
}
