import { once } from 'node:events'
import { type ClientHttp2Session, connect, createServer, type ServerHttp2Stream } from 'node:http2'
import { createInterface } from 'node:readline'
import { exchangePath, exchangeWindowChars } from '@gridloom/contract/agent/exchange'
import { expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { answerLineBytesMax } from './bounds.ts'
import { createExchange } from './exchange.ts'
import { createMeter } from './meter.ts'

it('asks many questions on one stream, whose answers come in any order', async () => {
  await using setting = await setup()
  const one = setting.ask('one')
  const two = setting.ask('two')
  expect(await setting.heard(2)).toEqual([
    { id: 1, path: '/v1/talk', body: 'one' },
    { id: 2, path: '/v1/talk', body: 'two' },
  ])
  setting.say({ id: 2, values: ['b'], end: true }, { id: 1, values: ['a1', 'a2'] })
  expect([await two.next(), await two.next()]).toEqual(['b', undefined])
  setting.say({ id: 1, values: ['½'], end: true })
  expect([await one.next(), await one.next(), await one.next()]).toEqual(['a1', 'a2', '½'])
  expect(await one.next()).toBeUndefined()
  expect(setting.streams()).toBe(1)
})

it('is refused as the agent refuses, after what came before', async () => {
  await using setting = await setup()
  const talk = setting.ask('hello')
  await setting.heard(1)
  setting.say(
    { id: 1, values: ['so far'] },
    { id: 1, refused: { code: 'busy', error: 'All slots are taken.' } },
  )
  expect(await talk.next()).toBe('so far')
  await expect(talk.next()).rejects.toMatchObject({ code: 'endpoints_busy' })
})

it('tells the agent when nobody wants an answer any more, and takes no more of it', async () => {
  await using setting = await setup()
  const talk = setting.ask('hello')
  const next = expect(talk.next()).rejects.toThrow('enough')
  await setting.heard(1)
  talk.hangUp(new Error('enough'))
  talk.hangUp(new Error('more than enough'))
  await next
  expect((await setting.heard(2))[1]).toEqual({ id: 1, stop: true })
  setting.say({ id: 1, values: ['late'] }, { id: 2, values: ['of nobody'] })
  await expect(talk.next()).rejects.toThrow('enough')
})

it('tells how much was taken only once the reader has taken it', async () => {
  await using setting = await setup()
  const talk = setting.ask('hello')
  await setting.heard(1)
  const frame = { id: 1, values: ['x'.repeat(exchangeWindowChars / 2), 'y'] }
  setting.say(frame)
  await talk.next()
  expect(await setting.heard(1)).toHaveLength(1)
  await talk.next()
  expect((await setting.heard(2))[1]).toEqual({ id: 1, taken: JSON.stringify(frame).length })
})

it('ends the answer of an agent that does not wait for its reader', async () => {
  await using setting = await setup()
  const talk = setting.ask('hello')
  await setting.heard(1)
  const text = 'x'.repeat(exchangeWindowChars)
  const frames = Math.ceil((exchangeWindowChars + answerLineBytesMax) / text.length)
  for (let sent = 0; sent < frames; sent += 1) setting.say({ id: 1, values: [text] })
  expect((await setting.heard(2))[1]).toEqual({ id: 1, stop: true })
  for (let taken = 0; taken < frames; taken += 1) await talk.next()
  await expect(talk.next()).rejects.toMatchObject({ code: 'upstream_failed' })
})

it('ends an answer that is longer than its question can have', async () => {
  await using setting = await setup()
  const talk = setting.ask('hello', 1_000)
  await setting.heard(1)
  setting.say({ id: 1, values: ['x'.repeat(600)] }, { id: 1, values: ['y'.repeat(600)] })
  expect((await setting.heard(2))[1]).toEqual({ id: 1, stop: true })
  await talk.next()
  await talk.next()
  await expect(talk.next()).rejects.toMatchObject({ code: 'upstream_failed' })
})

it('calls it a flood where a machine answers what nobody asked', async () => {
  await using setting = await setup()
  setting.ask('hello')
  await setting.heard(1)
  const nobodys = Array.from({ length: 20 }, () => ({ id: 9, values: ['x'.repeat(500_000)] }))
  setting.say(...nobodys, { id: 1, values: ['well'], end: true })
  while (setting.floods.length === 0) await new Promise((resolve) => setImmediate(resolve))
  expect(setting.floods).toEqual(['too many bytes that nobody asked for'])
})

it.each([
  ['no JSON', 'nonsense\n'],
  ['no frame', '{"id":"1","values":[]}\n'],
])(
  'breaks every answer where a line is %s, and begins anew with the next question',
  async (_, line) => {
    await using setting = await setup()
    const talks = [setting.ask('one'), setting.ask('two')]
    await setting.heard(2)
    setting.sayText(line)
    for (const talk of talks)
      await expect(talk.next()).rejects.toMatchObject({ code: 'upstream_failed' })
    const again = setting.ask('three')
    await setting.heard(3)
    setting.say({ id: 1, values: ['well'], end: true })
    expect(await again.next()).toBe('well')
    expect(setting.streams()).toBe(2)
  },
)

it('fails where the agent knows no exchange, and where its connection ends', async () => {
  await using strange = await setup(404)
  await expect(strange.ask('hello').next()).rejects.toMatchObject({ code: 'upstream_failed' })
  await using setting = await setup()
  const talk = setting.ask('hello')
  await setting.heard(1)
  const next = expect(talk.next()).rejects.toMatchObject({ code: 'machine_offline' })
  setting.session.destroy()
  await next
})

async function setup(status = 200) {
  const frames: unknown[] = []
  const streams: ServerHttp2Stream[] = []
  let onFrame = () => {}
  const agent = createServer().listen(0, '127.0.0.1')
  agent.on('stream', (stream, headers) => {
    expect(headers[':path']).toBe(exchangePath)
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
    clock: systemClock(),
    onFlood: ({ message }) => floods.push(message),
  })
  const exchange = createExchange({ session, meter })
  const sayText = (text: string) => void streams.at(-1)?.write(text)
  return {
    session,
    streams: () => streams.length,
    floods,
    ask: (body: unknown, bytesMax = 64_000_000) =>
      exchange.ask({ path: '/v1/talk', text: JSON.stringify(body), bytesMax }),
    sayText,
    say: (...said: object[]) => sayText(said.map((one) => `${JSON.stringify(one)}\n`).join('')),
    /** The frames that came, once there are so many. */
    heard: async (count: number) => {
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
