import { constants, type ServerHttp2Stream } from 'node:http2'
import { agentCall } from '@gridloom/contract/agent/call'
import { type AgentMessage, agentUpgrade } from '@gridloom/contract/agent/protocol'
import { channelRequestCharsMax } from '@gridloom/contract/agent/request-channel'
import { Refused } from '@gridloom/contract/errors'
import { withDatabase } from '@gridloom/testkit/database'
import { eventually } from '@gridloom/testkit/eventually'
import {
  type Answers,
  aKey,
  answerJson,
  dialAsAgent,
  dialSocket,
} from '@gridloom/testkit/stand-in-agent'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aHeartbeat, aHello } from '../../../test/messages.ts'
import { answerBounds, streamsMax } from '../../platform/agent-link/bounds.ts'
import type { LineBounds } from '../../platform/agent-link/stream-calls.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import type { AgentEvent } from './agent-events.ts'
import { createAgentGateway } from './gateway.ts'
import { registerKey, revokeKey } from './keys-store.ts'
import { makeChallenge } from './make-challenge.ts'

it('accepts an agent that signed a fresh nonce, and delivers its messages in order', async () => {
  await using setting = await setup()
  using agent = await setting.connect()
  await agent.report(aHello())
  await agent.report(aHeartbeat({ sequence: 1 }))
  await agent.report(aHeartbeat({ sequence: 2 }))
  const kinds = await setting.received(3)
  expect(kinds.map(({ message }) => [message.kind, sequenceOf(message)])).toEqual([
    ['hello', 0],
    ['heartbeat', 1],
    ['heartbeat', 2],
  ])
  expect(setting.gateway.connected(setting.machineId)).toBe(true)
  expect(await setting.gateway.rtt(setting.machineId)).toBeGreaterThan(0)
})

it('rejects a nonce that was used before', async () => {
  await using setting = await setup()
  const nonce = await setting.nonce()
  using _agent = await setting.connect({ nonce })
  await expect(setting.connect({ nonce })).rejects.toMatchObject({
    status: 401,
    body: { status: 'error', code: 'machine_refused' },
  })
})

it('rejects a wrong signature, which uses the nonce up', async () => {
  await using setting = await setup()
  const nonce = await setting.nonce()
  await expect(setting.connect({ nonce, key: aKey() })).rejects.toMatchObject({ status: 401 })
  await expect(setting.connect({ nonce })).rejects.toMatchObject({ status: 401 })
})

it('rejects a nonce after a minute', async () => {
  await using setting = await setup()
  const nonce = await setting.nonce()
  await setting.clock.advance(60_000)
  await expect(setting.connect({ nonce })).rejects.toMatchObject({ status: 401 })
})

it('rejects a nonce that was issued to another machine', async () => {
  await using setting = await setup()
  const other = await setting.machine()
  const nonce = (await makeChallenge(setting.ctx, other.machineId)).nonce
  await expect(setting.connect({ nonce })).rejects.toMatchObject({ status: 401 })
})

it('gives no nonce and no connection to a machine whose key was revoked', async () => {
  await using setting = await setup()
  const nonce = await setting.nonce()
  await setting.ctx.transact((tx) => revokeKey(tx, setting.machineId, setting.clock.now()))
  await expect(setting.nonce()).rejects.toMatchObject({ code: 'machine_refused' })
  await expect(setting.connect({ nonce })).rejects.toMatchObject({ status: 401 })
})

it('ends an open connection when its key is revoked, on any replica', async () => {
  await using setting = await setup()
  using agent = await setting.connect()
  await agent.report(aHello())
  await setting.received(1)
  await setting.ctx.transact((tx) => revokeKey(tx, setting.machineId, setting.clock.now()))
  await setting.clock.advance(10_000)
  await agent.ended
})

it('replaces a connection by a newer one, and reports its end only when that closes', async () => {
  await using setting = await setup()
  using first = await setting.connect()
  await first.report(aHello())
  await setting.received(1)
  using second = await setting.connect()
  await first.ended
  await second.report(aHello())
  const events = await setting.received(2)
  expect(new Set(events.map((event) => event.connectionId)).size).toBe(2)
  expect(setting.gone).toEqual([])
  second.session.destroy()
  await setting.goneCount(1)
  expect(setting.gateway.connected(setting.machineId)).toBe(false)
})

it('ends a connection that the machine replaced by one to another replica', async () => {
  await using setting = await setup()
  await using other = await setting.replica()
  using first = await setting.connect()
  await first.report(aHello())
  await setting.received(1)
  using second = await setting.connect({ url: other.url })
  await second.report(aHello())
  await other.receivedOne
  await setting.clock.advance(10_000)
  await first.ended
  await setting.goneCount(1)
  expect(setting.gateway.connected(setting.machineId)).toBe(false)
  expect(other.gateway.connected(setting.machineId)).toBe(true)
})

it('returns the agent’s response, and maps its errors to ours', async () => {
  const answers: Answers = {
    '/v1/sync': (stream) => echo(stream),
    '/v1/conflict': (stream) => answerJson(stream, 409, { code: 'state_conflict', error: 'busy' }),
    '/v1/broken': (stream) => answerJson(stream, 502, { code: 'upstream_failed', error: 'oh' }),
    '/v1/strange': (stream) => answerJson(stream, 200, { something: 'else' }),
  }
  await using setting = await setup()
  using _agent = await setting.connect({ answers })
  expect(await setting.call('/v1/sync', { hello: 1 })).toEqual({ hello: 1 })
  await expect(setting.call('/v1/none')).rejects.toMatchObject({ code: 'not_found' })
  await expect(setting.call('/v1/conflict')).rejects.toMatchObject({ code: 'state_conflict' })
  await expect(setting.call('/v1/broken')).rejects.toMatchObject({ code: 'upstream_failed' })
  await expect(setting.call('/v1/strange')).rejects.toMatchObject({ code: 'upstream_failed' })
})

it('rejects calls to a machine that is not connected', async () => {
  await using setting = await setup()
  await expect(setting.call('/v1/sync')).rejects.toMatchObject({ code: 'machine_offline' })
  await expect(Array.fromAsync(setting.lines('/v1/x'))).rejects.toMatchObject({
    code: 'machine_offline',
  })
})

it('times out a call', async () => {
  await using setting = await setup()
  const reached = Promise.withResolvers<void>()
  using _agent = await setting.connect({ answers: { '/v1/slow': () => reached.resolve() } })
  const call = setting.call('/v1/slow')
  const outcome = expect(call).rejects.toMatchObject({ code: 'upstream_failed' })
  await reached.promise
  await setting.clock.advance(5_000)
  await outcome
})

it('ends a call with the caller’s own reason when the caller aborts', async () => {
  await using setting = await setup()
  const reached = Promise.withResolvers<void>()
  using _agent = await setting.connect({ answers: { '/v1/slow': () => reached.resolve() } })
  const leaving = new AbortController()
  const call = setting.call('/v1/slow', {}, leaving.signal)
  const outcome = expect(call).rejects.toThrow('left')
  await reached.promise
  leaving.abort(new Error('left'))
  await outcome
})

it('rejects promptly when the agent disconnects during a call or a stream of lines', async () => {
  await using setting = await setup()
  const reached = Promise.withResolvers<void>()
  const answers: Answers = {
    '/v1/slow': () => reached.resolve(),
    '/v1/logs': begins('{"n":1}\n'),
  }
  using agent = await setting.connect({ answers })
  const lines = setting.lines('/v1/logs')[Symbol.asyncIterator]()
  expect(await lines.next()).toEqual({ done: false, value: { n: 1 } })
  const call = expect(setting.call('/v1/slow')).rejects.toMatchObject({ code: 'machine_offline' })
  await reached.promise
  agent.socket.destroy()
  await call
  await expect(lines.next()).rejects.toBeInstanceOf(Refused)
})

it('requests lines with their query, and cancels them when the reader leaves', async () => {
  const asked: string[] = []
  const ended = Promise.withResolvers<number>()
  const answers: Answers = {
    '/v1/logs': (stream, query) => {
      asked.push(String(query))
      stream.once('close', () => ended.resolve(stream.rstCode ?? 0))
      begins('{"n":1}\n')(stream)
    },
  }
  await using setting = await setup()
  using _agent = await setting.connect({ answers })
  for await (const line of setting.lines('/v1/logs', { tail: 5, since: undefined })) {
    expect(line).toEqual({ n: 1 })
    break
  }
  expect(await ended.promise).toBe(constants.NGHTTP2_CANCEL)
  expect(asked).toEqual(['tail=5'])
})

it('times out lines that do not begin within half a minute', async () => {
  await using setting = await setup()
  const reached = Promise.withResolvers<void>()
  using _agent = await setting.connect({ answers: { '/v1/logs': () => reached.resolve() } })
  const outcome = expect(Array.fromAsync(setting.lines('/v1/logs'))).rejects.toMatchObject({
    code: 'upstream_failed',
  })
  await reached.promise
  // In one step: the pings of the meantime are not part of this test.
  await setting.clock.jump(30_000)
  await outcome
})

it('ends a connection that sends an invalid message', async () => {
  await using setting = await setup()
  using agent = await setting.connect()
  await agent.reportText('{"kind":"nonsense"}')
  await agent.ended
  await setting.goneCount(1)
})

it('ends a connection that sends an endless line', async () => {
  await using setting = await setup()
  using agent = await setting.connect()
  const sending = (async () => {
    while (!agent.session.destroyed)
      await Promise.race([agent.reportText('x'.repeat(5_000_000)), agent.ended])
  })()
  await agent.ended
  await sending
})

it('continues to deliver messages after a listener failed', async () => {
  await using setting = await setup()
  setting.gateway.subscribe(async () => {
    throw new Error('a bug')
  })
  using agent = await setting.connect()
  await agent.report(aHello())
  await agent.report(aHeartbeat())
  expect(await setting.received(2)).toHaveLength(2)
})

it('closes a connection that answers no ping', async () => {
  await using setting = await setup()
  const socket = await setting.connectSocket()
  socket.on('error', () => {}).resume()
  // By hand, as an HTTP/2 session answers pings automatically.
  await setting.clock.advance(10_000)
  await setting.clock.advance(5_000)
  await setting.goneCount(1)
})

it('disconnects a machine on request', async () => {
  await using setting = await setup()
  using agent = await setting.connect()
  await agent.report(aHello())
  await setting.received(1)
  setting.gateway.disconnect(setting.machineId)
  await agent.ended
  await setting.goneCount(1)
  await expect(setting.gateway.rtt(setting.machineId)).rejects.toMatchObject({
    code: 'machine_offline',
  })
})

it('uploads a file in parts and downloads one', async () => {
  const answers: Answers = {
    '/v1/up': (stream) => {
      let came = 0
      stream.on('data', (bytes: Buffer) => {
        came += bytes.length
      })
      stream.once('end', () => answerJson(stream, 200, { hello: came }))
    },
    '/v1/down': (stream) => {
      stream.respond({ ':status': 200 })
      for (let sent = 0; sent < 8; sent++) stream.write(aPiece)
      stream.end()
    },
  }
  await using setting = await setup()
  using _agent = await setting.connect({ answers })
  const up = setting.upload(
    '/v1/up',
    Array.from({ length: 64 }, () => aPiece),
  )
  expect(await up).toEqual({ hello: 64 * aPiece.length })
  const down = Buffer.concat(await Array.fromAsync(setting.download('/v1/down')))
  expect(down.equals(Buffer.concat(Array.from({ length: 8 }, () => aPiece)))).toBe(true)
})

it('rejects with the agent’s error during an upload', async () => {
  await using setting = await setup()
  const conflict = { code: 'state_conflict', error: 'no room' }
  using _agent = await setting.connect({
    answers: { '/v1/up': (stream) => answerJson(stream, 409, conflict) },
  })
  const endless = (async function* () {
    for (;;) yield aPiece
  })()
  await expect(setting.upload('/v1/up', endless)).rejects.toMatchObject({ code: 'state_conflict' })
})

it('rejects a response that is too large, and a file that was cut off', async () => {
  const answers: Answers = {
    '/v1/much': aFlood().answer,
    '/v1/down': (stream) => {
      stream.respond({ ':status': 200 })
      stream.write(aPiece, () => stream.destroy(new RangeError('the disk broke')))
    },
  }
  await using setting = await setup()
  using _agent = await setting.connect({ answers })
  const failed = { code: 'upstream_failed' }
  await expect(setting.call('/v1/much')).rejects.toMatchObject(failed)
  await expect(Array.fromAsync(setting.download('/v1/down'))).rejects.toMatchObject(failed)
})

it('makes a machine that floods messages wait, longer each time', async () => {
  await using setting = await setup()
  const flood = async () => {
    using agent = await setting.connect()
    const line = JSON.stringify(aHeartbeat())
    const lines = Array.from({ length: 2_500 }, () => line).join('\n')
    await Promise.race([agent.reportText(lines).catch(() => {}), agent.ended])
    await agent.ended
  }
  const barred = { status: 429, body: { code: 'too_many_requests' } }
  await flood()
  await expect(setting.connect()).rejects.toMatchObject(barred)
  await setting.clock.advance(5_000)
  await flood()
  await setting.clock.advance(5_000)
  await expect(setting.connect()).rejects.toMatchObject(barred)
  await setting.clock.advance(5_000)
  using agent = await setting.connect()
  await agent.report(aHello())
})

it('reports the violation that ended a connection, and none for a plain disconnect', async () => {
  await using setting = await setup()
  const said: string[] = []
  setting.gateway.onViolation(async (machineId, violation) => {
    expect(machineId).toBe(setting.machineId)
    said.push(violation)
  })
  const sends = async (text: string) => {
    const goneBefore = setting.gone.length
    using agent = await setting.connect()
    await Promise.race([agent.reportText(text).catch(() => {}), agent.ended])
    await agent.ended
    await expect.poll(() => setting.gone.length).toBe(goneBefore + 1)
  }
  await sends('{"kind":"dance"}')
  expect(said).toEqual(['bad_message'])
  await sends(Array.from({ length: 2_500 }, () => JSON.stringify(aHeartbeat())).join('\n'))
  expect(said).toEqual(['bad_message', 'flood'])
  await setting.clock.advance(5_000)
  const agent = await setting.connect()
  await agent.report(aHello())
  agent.socket.destroy()
  await expect.poll(() => setting.gone.length).toBe(3)
  expect(said).toEqual(['bad_message', 'flood'])
})

it('makes a machine that connects too often wait', async () => {
  await using setting = await setup()
  for (let times = 0; times < 30; times += 1) {
    using agent = await setting.connect()
    await agent.report(aHello())
  }
  await expect(setting.connect()).rejects.toMatchObject({ status: 429 })
  await setting.clock.advance(4_000)
  using agent = await setting.connect()
  await agent.report(aHello())
})

it('times out lines, and reads a paced response no faster than its pace', async () => {
  await using setting = await setup()
  const flood = aFlood()
  using _agent = await setting.connect({ answers: { '/v1/logs': flood.answer } })
  const bounds = { ...answerBounds.newLines, totalMs: 9_000, pace: { burst: 1, perSecond: 1 } }
  const lines = setting.lines('/v1/logs', {}, bounds)[Symbol.asyncIterator]()
  const first = expect(lines.next()).rejects.toMatchObject({ code: 'upstream_failed' })
  while (flood.written() === 0) await new Promise((resolve) => setImmediate(resolve))
  await setting.clock.jump(9_000)
  await first
  expect(flood.written()).toBeLessThan(4_000_000)
})

it('limits the number of open streams on one machine', async () => {
  await using setting = await setup()
  using agent = await setting.connect({ answers: { '/v1/logs': begins('{"n":1}\n') } })
  await agent.report(aHello())
  await setting.received(1)
  const open = Array.from({ length: streamsMax }, () => setting.lines('/v1/logs'))
  const read = open.map((lines) => lines[Symbol.asyncIterator]().next())
  const refused = (await Promise.allSettled(read)).filter(({ status }) => status === 'rejected')
  // The stream of the reports is one of them.
  expect(refused).toMatchObject([{ reason: { code: 'too_many_requests' } }])
  // The limit also holds for requests on their own stream, long or short.
  for (const body of [aLongRequest, 'a short one'])
    expect(() => setting.stream('/v1/answer', body)).toThrow(
      expect.objectContaining({ code: 'too_many_requests' }),
    )
})

it('counts requests on their own stream towards the limit', async () => {
  await using setting = await setup()
  using agent = await setting.connect({ answers: { '/v1/answer': begins('{"n":1}\n') } })
  await agent.report(aHello())
  await setting.received(1)
  // The stream of the reports is one of them.
  const open = Array.from({ length: streamsMax - 1 }, () => setting.stream('/v1/answer'))
  expect(() => setting.stream('/v1/answer')).toThrow(
    expect.objectContaining({ code: 'too_many_requests' }),
  )
  const [first] = open
  await first?.next()
  first?.hangUp(new Error('enough'))
  await eventually(() => setting.stream('/v1/answer'))
})

it('carries raw bytes both ways', async () => {
  const answers: Answers = {
    '/v1/port': (stream) => {
      stream.respond({ ':status': 200, 'x-gridloom-resumed': 'false' })
      stream.pipe(stream)
    },
  }
  await using setting = await setup()
  using _agent = await setting.connect({ answers })
  const { stream, headers } = await setting.duplex('/v1/port')
  expect(headers['x-gridloom-resumed']).toBe('false')
  stream.end('there and back')
  expect(String(Buffer.concat(await Array.fromAsync(stream)))).toBe('there and back')
})

it('sends the request of a duplex call as its first line, and then the raw bytes', async () => {
  const answers: Answers = {
    '/v1/asked': (stream) => {
      stream.respond({ ':status': 200 })
      stream.pipe(stream)
    },
  }
  await using setting = await setup()
  using _agent = await setting.connect({ answers })
  const { stream } = await setting.duplex('/v1/asked', { word: 'two\nlines' })
  stream.end('raw')
  const received = String(Buffer.concat(await Array.fromAsync(stream)))
  expect(received).toBe('{"word":"two\\nlines"}\nraw')
})

it('keeps no stream of a duplex call that was refused', async () => {
  const closed = Promise.withResolvers<void>()
  const answers: Answers = {
    '/v1/refused': (stream) => {
      stream.once('close', () => closed.resolve())
      stream.resume()
      stream.respond({ ':status': 409 })
      stream.end('{"code":"state_conflict","error":"no"}')
    },
  }
  await using setting = await setup()
  using _agent = await setting.connect({ answers })
  await expect(setting.duplex('/v1/refused', {})).rejects.toMatchObject({ code: 'state_conflict' })
  await closed.promise
})

it('returns trailers, and none when there are none', async () => {
  const answers: Answers = {
    '/v1/told': (stream) => {
      stream.once('wantTrailers', () => stream.sendTrailers({ 'x-exit-code': '7' }))
      stream.respond({ ':status': 200 }, { waitForTrailers: true })
      stream.end('done')
    },
    '/v1/silent': (stream) => {
      stream.respond({ ':status': 200 })
      stream.end('done')
    },
  }
  await using setting = await setup()
  using _agent = await setting.connect({ answers })
  for (const [path, received] of [
    ['/v1/told', { 'x-exit-code': '7' }],
    ['/v1/silent', {}],
  ] as const) {
    const { stream, trailers } = await setting.duplex(path)
    stream.end()
    expect(String(Buffer.concat(await Array.fromAsync(stream)))).toBe('done')
    expect(await trailers()).toEqual(received)
  }
})

it('delivers reports without delay while a flood of log lines is paused', async () => {
  await using setting = await setup()
  const flood = aFlood()
  using agent = await setting.connect({ answers: { '/v1/logs': flood.answer } })
  await agent.report(aHello())
  const lines = setting.lines('/v1/logs')[Symbol.asyncIterator]()
  await lines.next()
  const delaysMs: number[] = []
  for (let sequence = 1; sequence <= 50; sequence++) {
    const sentMs = performance.now()
    await agent.report(aHeartbeat({ sequence }))
    await setting.received(sequence + 1)
    delaysMs.push(performance.now() - sentMs)
  }
  // The reader took one line: the rest waits on the machine, bounded by the stream's window.
  expect(flood.written()).toBeLessThan(4_000_000)
  expect(delaysMs.sort((a, b) => a - b)[47]).toBeLessThan(250)
  await lines.return?.(undefined)
})

describe('a response on its own stream', () => {
  it('yields values as their lines arrive, however they are split, then undefined', async () => {
    await using setting = await setup()
    const asked: string[] = []
    const answers: Answers = {
      '/v1/answer': (stream) => {
        stream.setEncoding('utf8').on('data', (text: string) => asked.push(text))
        stream.respond({ ':status': 200 })
        stream.once('end', async () => {
          for (const piece of ['{"n":1}\n{"n"', ':2}', '\n', '{"n":"½"}\n']) {
            await new Promise((resolve) => stream.write(piece, resolve))
          }
          stream.end()
        })
      },
    }
    using _agent = await setting.connect({ answers })
    const response = setting.stream('/v1/answer')
    const values = [
      await response.next(),
      await response.next(),
      await response.next(),
      await response.next(),
    ]
    expect(values).toEqual([{ n: 1 }, { n: 2 }, { n: '½' }, undefined])
    expect(await response.next()).toBeUndefined()
    expect(JSON.parse(asked.join(''))).toEqual(aLongRequest)
  })

  it('rejects with the agent’s error', async () => {
    await using setting = await setup()
    const busy = { code: 'busy', error: 'All slots are taken.' }
    using _agent = await setting.connect({
      answers: { '/v1/answer': (stream) => answerJson(stream, 409, busy) },
    })
    await expect(setting.stream('/v1/answer').next()).rejects.toMatchObject({
      code: 'endpoints_busy',
    })
  })

  it.each([
    ['is no JSON', 'nonsense\n'],
    ['is cut off', '{"n":1}'],
  ])('fails after the earlier values when a line %s', async (_, line) => {
    await using setting = await setup()
    const answers: Answers = {
      '/v1/answer': (stream) => {
        stream.respond({ ':status': 200 })
        stream.end(`{"n":0}\n${line}`)
      },
    }
    using _agent = await setting.connect({ answers })
    const response = setting.stream('/v1/answer')
    expect(await response.next()).toEqual({ n: 0 })
    await expect(response.next()).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it('fails at once when the agent disconnects or is offline', async () => {
    await using setting = await setup()
    using agent = await setting.connect({ answers: { '/v1/answer': begins('{"n":0}\n') } })
    const response = setting.stream('/v1/answer')
    expect(await response.next()).toEqual({ n: 0 })
    const next = expect(response.next()).rejects.toBeInstanceOf(Refused)
    agent.socket.destroy()
    await next
    await setting.goneCount(1)
    expect(() => setting.stream('/v1/answer')).toThrow(Refused)
  })

  it('is cancelled on the machine by hangUp, and rejects with its reason', async () => {
    await using setting = await setup()
    const ended = Promise.withResolvers<number>()
    const answers: Answers = {
      '/v1/answer': (stream) => {
        stream.once('close', () => ended.resolve(stream.rstCode ?? 0))
        begins('{"n":0}\n')(stream)
      },
    }
    using _agent = await setting.connect({ answers })
    const response = setting.stream('/v1/answer')
    await response.next()
    const next = expect(response.next()).rejects.toThrow('enough')
    response.hangUp(new Error('enough'))
    await next
    expect(await ended.promise).toBe(constants.NGHTTP2_CANCEL)
  })

  it('applies backpressure to the machine while its reader is slow', async () => {
    await using setting = await setup()
    const flood = aFlood()
    using agent = await setting.connect({ answers: { '/v1/answer': flood.answer } })
    await agent.report(aHello())
    const response = setting.stream('/v1/answer')
    await response.next()
    for (let sequence = 1; sequence <= 50; sequence++) {
      await agent.report(aHeartbeat({ sequence }))
      await setting.received(sequence + 1)
    }
    expect(flood.written()).toBeLessThan(16_000_000)
    response.hangUp(new Error('enough'))
  })
})

it('isolates machines: a slow listener of one does not delay another', async () => {
  await using setting = await setup()
  const stuck = Promise.withResolvers<void>()
  setting.gateway.subscribe(({ machineId }) =>
    machineId === setting.machineId ? stuck.promise : Promise.resolve(),
  )
  using slow = await setting.connect()
  await slow.report(aHello())
  await setting.received(1)
  const other = await setting.machine()
  using quick = await setting.connect({ ...other, nonce: await setting.nonce(other.machineId) })
  await quick.report(aHello())
  await quick.report(aHeartbeat())
  const events = await setting.received(3)
  expect(events.map((event) => event.machineId)).toEqual([
    setting.machineId,
    other.machineId,
    other.machineId,
  ])
  stuck.resolve()
})

const aPiece = Buffer.alloc(64 * 1024, 7)

/** Too long for the stream that short requests share. */
const aLongRequest = { q: 'why'.repeat(channelRequestCharsMax) }

/** A response that begins with this text, and never ends by itself. */
function begins(text: string) {
  return (stream: ServerHttp2Stream) => {
    stream.respond({ ':status': 200 })
    stream.write(text)
  }
}

/** A response of 64 MB, as fast as it is read. */
function aFlood() {
  const line = `${JSON.stringify({ n: 1, text: 'x'.repeat(8_000) })}\n`
  let written = 0
  const answer = (stream: ServerHttp2Stream) => {
    stream.respond({ ':status': 200 })
    const goOn = () => {
      while (written < 64_000_000) {
        written += line.length
        if (!stream.write(line)) return void stream.once('drain', goOn)
      }
    }
    goOn()
  }
  return { answer, written: () => written }
}

function echo(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200 })
  stream.pipe(stream)
}

function sequenceOf(message: AgentMessage): number {
  return message.kind === 'heartbeat' ? message.sequence : 0
}

const Greeting = z.object({ hello: z.int() })
const AnyQuery = z.record(z.string(), z.number().optional())

/** A gateway behind an HTTP server of its own. */
async function listen(fixture: Awaited<ReturnType<typeof withDatabase>>) {
  const { ids, log, db, clock } = fixture.ctx()
  const gateway = createAgentGateway({ db, clock, ids, log })
  const app = await createHttpServer({
    log,
    clock,
    publicUrl: 'http://localhost',
    trustProxy: 0,
    rateLimits: 'off',
    upgrades: { [agentUpgrade]: gateway.upgrade },
    newRequestId: () => 'test',
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    gateway,
    url,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await app.close()
    },
  }
}

async function setup() {
  const fixture = await withDatabase()
  const ctx = fixture.ctx()
  const { clock } = fixture
  const listening = await listen(fixture)
  const { gateway, url } = listening
  const events: AgentEvent[] = []
  const gone: string[] = []
  let changed = Promise.withResolvers<void>()
  const change = () => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  gateway.subscribe(async (event) => {
    events.push(event)
    change()
  })
  gateway.onGone(async (machineId) => {
    gone.push(machineId)
    change()
  })
  const machine = async () => {
    const machineId = ctx.ids.mint('machine')
    const key = aKey()
    await ctx.transact((tx) => registerKey(tx, { machineId, publicKey: key.publicKey }))
    return { machineId, key }
  }
  const mine = await machine()
  const nonce = async (machineId = mine.machineId) => (await makeChallenge(ctx, machineId)).nonce
  return {
    ctx,
    clock,
    gateway,
    gone,
    machineId: mine.machineId,
    machine,
    nonce,
    connect: async (given: Partial<Parameters<typeof dialAsAgent>[0]> = {}) =>
      dialAsAgent({ url, ...mine, ...given, nonce: given.nonce ?? (await nonce()) }),
    connectSocket: async () => dialSocket({ url, ...mine, nonce: await nonce() }),
    call: (path: `/${string}`, body: unknown = {}, signal = ctx.signal) =>
      gateway.call(
        mine.machineId,
        agentCall({
          method: 'POST',
          path,
          transport: 'value',
          request: z.unknown(),
          response: Greeting,
        }),
        {
          ...{ body, signal, timeoutMs: 5_000 },
        },
      ),
    upload: (path: `/${string}`, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
      const call = agentCall({ method: 'PUT', path, transport: 'upload', response: Greeting })
      return gateway.call(mine.machineId, call, { bytes, signal: ctx.signal, timeoutMs: 5_000 })
    },
    duplex: (path: `/${string}`, body?: unknown) => {
      const call = agentCall({ method: 'POST', path, transport: 'duplex', request: z.unknown() })
      return gateway.duplex(mine.machineId, call, { body, signal: ctx.signal })
    },
    download: (path: `/${string}`) => {
      const call = agentCall({ method: 'GET', path, transport: 'download' })
      return gateway.download(mine.machineId, call, {
        ...{ signal: ctx.signal, bounds: answerBounds.file },
      })
    },
    lines: (
      path: `/${string}`,
      query: Record<string, number | undefined> = {},
      bounds: LineBounds = answerBounds.newLines,
    ) => {
      const response = z.object({ n: z.int() })
      const call = agentCall({ method: 'GET', path, transport: 'lines', query: AnyQuery, response })
      return gateway.lines(mine.machineId, call, { query, signal: ctx.signal, bounds })
    },
    stream: (path: `/${string}`, body: unknown = aLongRequest) => {
      const request = z.unknown()
      const call = agentCall({ method: 'POST', path, transport: 'channel', request })
      return gateway.stream(mine.machineId, call, { body, bytesMax: 64_000_000 })
    },
    async received(count: number) {
      while (events.length < count) await changed.promise
      return events
    },
    async goneCount(count: number) {
      while (gone.length < count) await changed.promise
    },
    async replica() {
      const replica = await listen(fixture)
      const receivedOne = new Promise<void>((resolve) => {
        replica.gateway.subscribe(async () => resolve())
      })
      return { ...replica, receivedOne }
    },
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
