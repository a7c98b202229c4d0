import { once } from 'node:events'
import { performServerHandshake, type ServerHttp2Session } from 'node:http2'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { systemClock } from '@gridloom/async/clock'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { duplexTo } from '../platform/agent-link/stream-calls.ts'
import { createMachines, type Lane } from './machines.ts'

const mib = 1024 * 1024
const machineId = MachineId.parse(`mch_${'1'.repeat(26)}`)
const params = { id: InstanceId.parse(`ins_${'1'.repeat(26)}`), port: 8080 }

describe('connections of the edge to a machine', () => {
  it('are dialled once for all who ask at the same time, and once for each purpose', async () => {
    await using site = await setup()
    await Promise.all(Array.from({ length: 20 }, () => site.open('tcp')))
    expect(site.dialled()).toBe(1)
    await site.open('terminals')
    expect(site.dialled()).toBe(2)
  })

  it.each(['apps', 'tcp'] as const)(
    'become two when ports have many streams, so that 1,000 are open at once: %s',
    async (lane) => {
      await using site = await setup()
      for (let open = 0; open < 960; open += 40)
        await Promise.all(Array.from({ length: 40 }, () => site.open(lane)))
      expect(site.dialled()).toBe(2)
      expect(site.streams()).toBe(960)
    },
  )

  it('refuse a stream beyond those of the last one, and carry others again when some ended', async () => {
    await using site = await setup()
    const opened = []
    for (let open = 0; open < 512; open++) opened.push(await site.open('terminals'))
    await expect(site.open('terminals')).rejects.toMatchObject({ code: 'too_many_requests' })
    opened[0]?.destroy()
    await expect
      .poll(() =>
        site.open('terminals').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    expect(site.dialled()).toBe(1)
  })

  it('have windows for their distance, and those to TCP ports always narrow ones', async () => {
    await using site = await setup({ delayMs: 30 })
    await site.open('transfers')
    await expect.poll(site.window).toBeGreaterThan(4 * mib)
    expect(site.window()).toBeLessThanOrEqual(8 * mib)
    await site.open('tcp')
    await systemClock.sleep(200)
    expect(site.window()).toBe(mib)
  })
})

/** A machine that dials when it is asked to, and answers each call with a stream that stays open. */
async function setup({ delayMs = 0 } = {}) {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  // Carries each byte on with a delay.
  const relay = createServer((near) => {
    const far = connect(portOf(listener), '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('data', (piece) => systemClock.after(delayMs, () => void to.write(piece)))
    }
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const sessions: ServerHttp2Session[] = []
  let streams = 0
  const machines = createMachines({
    clock: systemClock,
    async connect(_machineId, request) {
      const accepted = once(listener, 'connection')
      const agent = connect(delayMs === 0 ? portOf(listener) : portOf(relay), '127.0.0.1')
      const [socket]: Socket[] = await accepted
      if (socket === undefined) throw new Error('no connection')
      agent.once('readable', () => {
        // The answer to the upgrade comes first, and the beginning of HTTP/2 may come with it.
        const first: Buffer = agent.read()
        agent.unshift(first.subarray(first.indexOf('\r\n\r\n') + 4))
        const session = performServerHandshake(agent, { settings: { maxConcurrentStreams: 4_096 } })
        session.on('error', () => {})
        session.on('stream', (stream) => {
          streams += 1
          stream.on('error', () => {}).resume()
          stream.respond({ ':status': 200 })
        })
        sessions.push(session)
      })
      machines.take(request, socket)
      return null
    },
  })
  return {
    dialled: () => sessions.length,
    /** What the edge last said of the newest connection, in bytes. */
    window: () => sessions.at(-1)?.remoteSettings.initialWindowSize,
    streams: () => streams,
    async open(lane: Lane) {
      const wire = await machines.reach(machineId, lane)
      const { signal } = new AbortController()
      return (await duplexTo(wire, instanceCalls.port, { params, signal })).stream
    },
    async [Symbol.asyncDispose]() {
      machines[Symbol.dispose]()
      for (const session of sessions) session.destroy()
      listener.close()
      relay.close()
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
