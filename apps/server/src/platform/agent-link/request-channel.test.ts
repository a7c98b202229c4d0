import { once } from 'node:events'
import { type ClientHttp2Session, connect, createServer, type ServerHttp2Stream } from 'node:http2'
import { createInterface } from 'node:readline'
import { systemClock } from '@gridloom/async/clock'
import { channelWindowChars, requestChannelPath } from '@gridloom/contract/agent/request-channel'
import { expect, it } from 'vitest'
import { answerLineBytesMax } from './bounds.ts'
import { createMeter } from './meter.ts'
import { createRequestChannel } from './request-channel.ts'

it('sends many requests on one stream, with responses in any order', async () => {
  await using setting = await setup()
  const one = setting.send('one')
  const two = setting.send('two')
  expect(await setting.received(2)).toEqual([
    { id: 1, path: '/v1/response', body: 'one' },
    { id: 2, path: '/v1/response', body: 'two' },
  ])
  setting.say({ id: 2, values: ['b'], end: true }, { id: 1, values: ['a1', 'a2'] })
  expect([await two.next(), await two.next()]).toEqual(['b', undefined])
  setting.say({ id: 1, values: ['½'], end: true })
  expect([await one.next(), await one.next(), await one.next()]).toEqual(['a1', 'a2', '½'])
  expect(await one.next()).toBeUndefined()
  expect(setting.streams()).toBe(1)
})

it('rejects with the agent’s error, after the values before it', async () => {
  await using setting = await setup()
  const response = setting.send('hello')
  await setting.received(1)
  setting.say(
    { id: 1, values: ['so far'] },
    { id: 1, refused: { code: 'busy', error: 'All slots are taken.' } },
  )
  expect(await response.next()).toBe('so far')
  await expect(response.next()).rejects.toMatchObject({ code: 'endpoints_busy' })
})

it('sends the agent a stop on hangUp, and ignores later values', async () => {
  await using setting = await setup()
  const response = setting.send('hello')
  const next = expect(response.next()).rejects.toThrow('enough')
  await setting.received(1)
  response.hangUp(new Error('enough'))
  response.hangUp(new Error('more than enough'))
  await next
  expect((await setting.received(2))[1]).toEqual({ id: 1, stop: true })
  setting.say({ id: 1, values: ['late'] }, { id: 2, values: ['of nobody'] })
  await expect(response.next()).rejects.toThrow('enough')
})

it('acknowledges a frame only once the reader has read it', async () => {
  await using setting = await setup()
  const response = setting.send('hello')
  await setting.received(1)
  const frame = { id: 1, values: ['x'.repeat(channelWindowChars / 2), 'y'] }
  setting.say(frame)
  await response.next()
  expect(await setting.received(1)).toHaveLength(1)
  await response.next()
  expect((await setting.received(2))[1]).toEqual({ id: 1, taken: JSON.stringify(frame).length })
})

it('stops the response of an agent that ignores backpressure', async () => {
  await using setting = await setup()
  const response = setting.send('hello')
  await setting.received(1)
  const text = 'x'.repeat(channelWindowChars)
  const frames = Math.ceil((channelWindowChars + answerLineBytesMax) / text.length)
  for (let sent = 0; sent < frames; sent += 1) setting.say({ id: 1, values: [text] })
  expect((await setting.received(2))[1]).toEqual({ id: 1, stop: true })
  for (let taken = 0; taken < frames; taken += 1) await response.next()
  await expect(response.next()).rejects.toMatchObject({ code: 'upstream_failed' })
})

it('stops a response that is longer than its request allows', async () => {
  await using setting = await setup()
  const response = setting.send('hello', 1_000)
  await setting.received(1)
  setting.say({ id: 1, values: ['x'.repeat(600)] }, { id: 1, values: ['y'.repeat(600)] })
  expect((await setting.received(2))[1]).toEqual({ id: 1, stop: true })
  await response.next()
  await response.next()
  await expect(response.next()).rejects.toMatchObject({ code: 'upstream_failed' })
})

it('reports a flood when a machine sends responses that were not requested', async () => {
  await using setting = await setup()
  setting.send('hello')
  await setting.received(1)
  const nobodys = Array.from({ length: 20 }, () => ({ id: 9, values: ['x'.repeat(500_000)] }))
  setting.say(...nobodys, { id: 1, values: ['well'], end: true })
  while (setting.floods.length === 0) await new Promise((resolve) => setImmediate(resolve))
  expect(setting.floods).toEqual(['too many unrequested bytes'])
})

it.each([
  ['no JSON', 'nonsense\n'],
  ['no frame', '{"id":"1","values":[]}\n'],
])(
  'breaks every response when a line is %s, and reopens the stream for the next request',
  async (_, line) => {
    await using setting = await setup()
    const responses = [setting.send('one'), setting.send('two')]
    await setting.received(2)
    setting.sayText(line)
    for (const response of responses)
      await expect(response.next()).rejects.toMatchObject({ code: 'upstream_failed' })
    const again = setting.send('three')
    await setting.received(3)
    setting.say({ id: 1, values: ['well'], end: true })
    expect(await again.next()).toBe('well')
    expect(setting.streams()).toBe(2)
  },
)

it('fails when the agent serves no request channel, and when its connection ends', async () => {
  await using strange = await setup(404)
  await expect(strange.send('hello').next()).rejects.toMatchObject({ code: 'upstream_failed' })
  await using setting = await setup()
  const response = setting.send('hello')
  await setting.received(1)
  const next = expect(response.next()).rejects.toMatchObject({ code: 'machine_offline' })
  setting.session.destroy()
  await next
})

async function setup(status = 200) {
  const frames: unknown[] = []
  const streams: ServerHttp2Stream[] = []
  let onFrame = () => {}
  const agent = createServer().listen(0, '127.0.0.1')
  agent.on('stream', (stream, headers) => {
    expect(headers[':path']).toBe(requestChannelPath)
    streams.push(stream)
    stream.on('error', () => {}).respond({ ':status': status })
    createInterface({ input: stream }).on('line', (line) => {
      frames.push(JSON.parse(line))
      onFrame()
    })
  })
  await once(agent, 'listening')
  const session = await connected(agent.address())
  const floods: string[] = []
  const meter = createMeter({
    clock: systemClock,
    onFlood: ({ message }) => floods.push(message),
  })
  const channel = createRequestChannel({ session, meter })
  const sayText = (text: string) => void streams.at(-1)?.write(text)
  return {
    session,
    streams: () => streams.length,
    floods,
    send: (body: unknown, bytesMax = 64_000_000) =>
      channel.send({ path: '/v1/response', text: JSON.stringify(body), bytesMax }),
    sayText,
    say: (...said: object[]) => sayText(said.map((one) => `${JSON.stringify(one)}\n`).join('')),
    /** The frames that arrived, once there are so many. */
    received: async (count: number) => {
      while (frames.length < count) await new Promise<void>((resolve) => (onFrame = resolve))
      return frames
    },
    async [Symbol.asyncDispose]() {
      session.destroy()
      await new Promise((resolve) => agent.close(resolve))
    },
  }
}

async function connected(address: ReturnType<ReturnType<typeof createServer>['address']>) {
  if (address === null || typeof address === 'string') throw new Error('no port')
  const session: ClientHttp2Session = connect(`http://127.0.0.1:${address.port}`)
  session.on('error', () => {})
  await once(session, 'connect')
  return session
}
