import { once } from 'node:events'
import { createInterface } from 'node:readline'
import {
  channelRequestCharsMax,
  channelWindowChars,
  ResponseFrame,
  requestChannelPath,
} from '@gridloom/contract/agent/request-channel'
import { expect, it } from 'vitest'
import { serveRoutes } from '../../test/serve-routes.ts'
import { AgentRefused } from '../refused.ts'
import type { CallLog } from './call-log.ts'
import { requestChannelRoute } from './request-channel.ts'
import type { Route, StreamHandler } from './router.ts'

it('serves many requests at once, each under its id', async () => {
  await using test = await setup(async function* (params, body) {
    yield { of: params.name, body }
    await nextTurn()
    yield 'the rest'
  })
  test.write({ id: 1, path: '/stream/a', body: 'one' }, { id: 2, path: '/stream/b', body: 'two' })
  expect(await test.valuesOf(2)).toEqual([{ of: 'b', body: 'two' }, 'the rest'])
  expect(await test.valuesOf(1)).toEqual([{ of: 'a', body: 'one' }, 'the rest'])
})

it('logs each request with the request id that it came with, if it is valid', async () => {
  await using test = await setup(async function* () {
    yield 'an answer'
  })
  const path = '/stream/a'
  test.write({ id: 1, path, body: null, request_id: 'r_1' }, { id: 2, path, body: null })
  test.write({ id: 3, path, body: null, request_id: 'a line\nof its own' })
  await test.ended(3)
  expect(test.requestIds).toEqual(['r_1', undefined, undefined])
})

it('sends the values of one turn of the event loop in one frame', async () => {
  await using test = await setup(async function* () {
    yield 'text'
    yield 'end'
  })
  test.write({ id: 1, path: '/stream/a', body: null })
  expect(await test.valuesOf(1)).toEqual(['text', 'end'])
  expect(test.frames).toHaveLength(1)
})

it('sends a refusal after the values that preceded it', async () => {
  await using test = await setup(async function* () {
    yield 'so far'
    throw new AgentRefused('busy', 'All slots are taken.', { details: { slots: 2 } })
  })
  test.write({ id: 1, path: '/stream/a', body: null })
  await test.ended(1)
  expect(test.frames).toEqual([
    { id: 1, values: ['so far'] },
    { id: 1, refused: { code: 'busy', error: 'All slots are taken.', details: { slots: 2 } } },
  ])
  expect(test.failures).toEqual([])
})

it('reports a failed handler and serves further requests', async () => {
  await using test = await setup(async function* (params) {
    if (params.name === 'bad') throw new Error('a fault')
    yield 'well'
  })
  test.write({ id: 1, path: '/stream/bad', body: null }, { id: 2, path: '/nowhere', body: null })
  test.write({ id: 3, path: '/stream/good', body: null })
  expect(await test.valuesOf(3)).toEqual(['well'])
  await test.ended(1)
  await test.ended(2)
  expect(test.frames).toContainEqual({
    id: 1,
    refused: { code: 'upstream_failed', error: 'a fault', details: {} },
  })
  expect(test.frames).toContainEqual({
    id: 2,
    refused: expect.objectContaining({ code: 'not_found' }),
  })
  expect(test.failures).toEqual(['a fault'])
})

it('stops an answer on request and sends no more of it', async () => {
  const stopped = Promise.withResolvers<void>()
  await using test = await setup(async function* (_params, _body, signal) {
    try {
      yield 'one'
      await once(signal, 'abort')
      yield 'two'
    } finally {
      stopped.resolve()
    }
  })
  test.write({ id: 1, path: '/stream/a', body: null })
  await test.said(1)
  test.write({ id: 1, stop: true }, { id: 9, stop: true })
  await stopped.promise
  test.write({ id: 2, path: '/nowhere', body: null })
  await test.ended(2)
  expect(test.frames.filter(({ id }) => id === 1)).toEqual([{ id: 1, values: ['one'] }])
})

it('stops every answer when the stream closes', async () => {
  const stopped = Promise.withResolvers<void>()
  await using test = await setup(async function* (_params, _body, signal) {
    yield 'one'
    await once(signal, 'abort')
    stopped.resolve()
  })
  test.write({ id: 1, path: '/stream/a', body: null })
  await test.said(1)
  test.close()
  await stopped.promise
})

it('pauses for a reader that takes nothing, and resumes when it does', async () => {
  let said = 0
  const text = 'x'.repeat(16 * 1_024)
  const all = (4 * channelWindowChars) / text.length
  await using test = await setup(async function* () {
    for (; said < all; said += 1) {
      yield text
      await nextTurn()
    }
  })
  test.write({ id: 1, path: '/stream/a', body: null })
  await test.said((chars) => chars > channelWindowChars)
  // Another request takes several turns: time enough for an answer that ignores the window.
  test.write({ id: 2, path: '/nowhere', body: null })
  await test.ended(2)
  for (let turn = 0; turn < 50; turn += 1) await nextTurn()
  expect(said).toBeLessThanOrEqual(channelWindowChars / text.length + 1)
  let taken = 0
  while (said < all) {
    const chars = test.chars() - taken
    taken += chars
    if (chars > 0) test.write({ id: 1, taken: chars })
    await nextTurn()
  }
  expect((await test.valuesOf(1)).length).toBe(all)
})

it.each([
  ['no JSON', 'nonsense\n'],
  ['no frame', '{"id":"one"}\n'],
  ['a line without end', 'x'.repeat(3 * channelRequestCharsMax)],
])('closes the stream on input that is %s', async (_, text) => {
  await using test = await setup(async function* () {})
  test.writeText(text)
  await test.closed
})

async function setup(answer: StreamHandler) {
  const failures: string[] = []
  const requestIds: (string | undefined)[] = []
  const calls: CallLog = {
    answered: ({ requestId }) => void requestIds.push(requestId),
    failed: (_origin, cause) =>
      void failures.push(cause instanceof Error ? cause.message : String(cause)),
  }
  const served = await serveRoutes([requestChannelRoute([aRoute(answer)], calls)])
  const stream = served.connection.open('POST', requestChannelPath)
  const closed = new Promise<void>((resolve) => {
    stream.once('close', resolve)
  })
  const frames: ResponseFrame[] = []
  let chars = 0
  let onFrame = () => {}
  createInterface({ input: stream }).on('line', (line) => {
    chars += line.length
    frames.push(ResponseFrame.parse(JSON.parse(line)))
    onFrame()
  })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise<void>((resolve) => (onFrame = resolve))
  }
  const isEnded = (id: number) =>
    frames.some((frame) => frame.id === id && ('refused' in frame || frame.end === true))
  const ended = (id: number) => until(() => isEnded(id))
  const writeText = (text: string) => void stream.write(text)
  return {
    frames,
    failures,
    requestIds,
    closed,
    writeText,
    ended,
    chars: () => chars,
    write: (...asked: object[]) =>
      writeText(asked.map((one) => `${JSON.stringify(one)}\n`).join('')),
    /** Resolves once this many frames, or this many of their characters, have arrived. */
    said: (enough: number | ((chars: number) => boolean)) =>
      until(() => (typeof enough === 'number' ? frames.length >= enough : enough(chars))),
    async valuesOf(id: number) {
      await ended(id)
      return frames.flatMap((frame) => (frame.id === id && 'values' in frame ? frame.values : []))
    },
    close: () => stream.close(),
    [Symbol.asyncDispose]: served[Symbol.asyncDispose],
  }
}

function aRoute(stream: StreamHandler): Route {
  return { method: 'POST', path: '/stream/{name}', answer: async () => {}, stream }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
