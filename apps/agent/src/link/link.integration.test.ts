import { once } from 'node:events'
import { constants } from 'node:http2'
import { Socket } from 'node:net'
import { createFastClock } from '@gridloom/async/test-clock'
import { coreCalls } from '@gridloom/contract/agent/core-calls'
import { eventually } from '@gridloom/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { responseOf } from '../../test/agent-connection.ts'
import { anInstanceId, aReport, aTerminalId } from '../../test/builders.ts'
import { setupAgent } from '../../test/run-agent.ts'
import { readIdentity } from '../identity/membership.ts'
import { dial } from './dial.ts'

/** More resets at once than HTTP/2 accepts by default (nghttp2: 1,000). */
const readersWhoLeave = 1_500

describe('an agent that starts', () => {
  it('adopts the running instances first', async () => {
    await using test = await setupAgent()
    await test.start()
    expect(test.manager.calls).toEqual(['adopt'])
  })

  it('sends a hello first, with its hardware and instances', async () => {
    await using test = await setupAgent()
    test.manager.put(aReport())
    const connection = await test.connect()
    const [hello] = await connection.reportsUntil('hello')
    expect(hello).toMatchObject({
      kind: 'hello',
      protocol: 1,
      hardware: { hostname: 'box' },
      instances: [{ instance_id: anInstanceId, phase: 'running' }],
    })
  })

  it('connects over TLS as over plain TCP', async () => {
    await using test = await setupAgent({ plane: { transport: 'tls' } })
    const connection = await test.connect()
    const messages = await connection.reportsUntil('hello')
    expect(messages).toHaveLength(1)
  })

  it('keeps its identity after a restart and does not enrol again', async () => {
    await using test = await setupAgent()
    const first = await test.start()
    await first[Symbol.asyncDispose]()
    const second = await test.start({ enrolmentToken: undefined })
    expect(second.machineId).toBe(first.machineId)
    expect(test.plane.seen.filter((line) => line.endsWith('/enrol'))).toHaveLength(1)
  })

  it('refuses to start with a used enrolment token', async () => {
    await using test = await setupAgent()
    const token = test.plane.makeToken()
    await test.start({ enrolmentToken: token })
    await using other = await setupAgent()
    const starting = other.start({ enrolmentToken: token, serverUrl: test.plane.url })
    await expect(starting).rejects.toMatchObject({ code: 'enrolment_token_invalid' })
  })

  it('fails without a token and names the command that enrols it', async () => {
    await using test = await setupAgent()
    const starting = test.start({ enrolmentToken: undefined })
    await expect(starting).rejects.toThrow('gridloom agent run --server URL --token-file FILE')
  })
})

describe('an agent with an unreliable connection', () => {
  it('reconnects when the control plane is back, and sends its current instances', async () => {
    await using test = await setupAgent({ agent: { clock: createFastClock(10) } })
    await test.connect()
    await test.plane.crash()
    test.manager.put(aReport({ phase: 'stopped' }))
    await test.plane.restart()
    const again = await test.plane.nextConnection()
    const [hello] = await again.reportsUntil('hello')
    expect(hello).toMatchObject({ kind: 'hello', instances: [{ phase: 'stopped' }] })
  })

  it('waits at least 3 s as soon as the control plane is overloaded', async () => {
    await using test = await setupAgent({ agent: { clock: createFastClock(10) } })
    const connection = await test.connect()
    test.plane.overrun()
    connection.socket.destroy()
    const waits = () => test.logged.flatMap(({ waitMs }) => (waitMs === undefined ? [] : [waitMs]))
    await eventually(() => expect(waits()).toHaveLength(2))
    const [lost, busy] = waits()
    expect(lost).toBeLessThanOrEqual(500)
    expect(busy).toBeGreaterThanOrEqual(3_000)
  })

  it('restarts the heartbeat sequence and keeps the boot id after a reconnect', async () => {
    await using test = await setupAgent({ agent: { clock: createFastClock(100) } })
    const first = await test.connect()
    const before = await first.reportsUntil('heartbeat')
    first.session.destroy()
    const second = await test.plane.nextConnection()
    const after = await second.reportsUntil('heartbeat')
    expect(bootIdIn(after)).toBe(bootIdIn(before))
    expect(after.at(-1)).toMatchObject({ kind: 'heartbeat', sequence: 1 })
  })

  it('reconnects after a reset in the middle of open streams', async () => {
    await using test = await setupAgent({ agent: { clock: createFastClock(20) } })
    test.manager.put(aReport())
    const connection = await test.connect()
    await connection.reportsUntil('heartbeat')
    connection.open(
      'POST',
      `/v1/instances/${anInstanceId}/terminals/${aTerminalId}?columns=80&rows=24`,
    )
    connection.open('POST', '/v1/throughput').write(Buffer.alloc(1_000_000))
    connection.open('GET', '/v1/throughput?bytes=100000000')
    if (connection.socket instanceof Socket) connection.socket.resetAndDestroy()
    const [hello] = await (await test.plane.nextConnection()).reportsUntil('hello')
    expect(hello).toMatchObject({ kind: 'hello', instances: [{ instance_id: anInstanceId }] })
  })

  it('ends the streams of instances that were open on the lost connection', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    await using test = await setupAgent({
      manager: {
        logs: async function* (_id, _selection, signal) {
          yield { at: '2026-01-01T00:00:00Z', stream: 'stdout', text: 'one' }
          await aborted(signal)
          resolve()
        },
      },
    })
    test.manager.put(aReport())
    const connection = await test.connect()
    const stream = connection.open('GET', `/v1/instances/${anInstanceId}/logs?follow=true`)
    stream.end()
    await new Promise((received) => stream.once('data', received))
    connection.socket.destroy()
    await ended
  })

  it('keeps its connection when 1,500 readers leave at once', async () => {
    await using test = await setupAgent({
      manager: {
        logs: async function* (_id, _selection, signal) {
          yield { at: '2026-01-01T00:00:00Z', stream: 'stdout', text: 'one' }
          await aborted(signal)
        },
      },
    })
    test.manager.put(aReport())
    const connection = await test.connect()
    const streams = Array.from({ length: readersWhoLeave }, () =>
      connection.open('GET', `/v1/instances/${anInstanceId}/logs?follow=true`).end(),
    )
    await Promise.all(streams.map((stream) => once(stream, 'data')))
    for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL)
    const [hello] = await connection.reportsUntil('hello')
    expect(hello).toMatchObject({ kind: 'hello' })
  })

  it('serves on after many readers left without reading what was sent', async () => {
    await using test = await setupAgent()
    const connection = await test.connect()
    // What waits for them is more than 256 MiB in all.
    for (let reader = 0; reader < readersWhoLeave; reader += 1) {
      const stream = connection.open('GET', `${coreCalls.fetchThroughput.path}?bytes=1000000`).end()
      await responseOf(stream)
      const closed = once(stream, 'close')
      stream.close(constants.NGHTTP2_CANCEL)
      stream.resume()
      await closed
    }
    const { status } = await connection.call('GET', `${coreCalls.fetchThroughput.path}?bytes=1`)
    expect(status).toBe(200)
  })

  it('keeps the instance manager while offline and disposes of it only when stopped', async () => {
    await using test = await setupAgent()
    const agent = await test.start()
    await test.plane.nextConnection()
    await test.plane.crash()
    expect(test.manager.calls).toEqual(['adopt'])
    await agent[Symbol.asyncDispose]()
    expect(test.manager.calls).toEqual(['adopt', 'dispose'])
  })
})

describe('the authentication of an agent', () => {
  it('fails with a revoked key, which is logged, and is retried after minutes', async () => {
    await using test = await setupAgent({ agent: { clock: createFastClock(10) } })
    const agent = await test.start()
    const connection = await test.plane.nextConnection()
    test.plane.revoke(agent.machineId)
    connection.socket.destroy()
    await eventually(() => expect(test.logged.at(-1)).toMatchObject({ waitMs: expect.any(Number) }))
    await eventually(() => expect(texts(test.logged)).toContain('its key was revoked'))
    const refused = test.logged.findLast(({ msg }) => msg.startsWith('dialling again'))
    expect(refused).toMatchObject({ waitMs: expect.toSatisfy((ms: number) => ms >= 150_000) })
  })

  it('fails with machine_refused for a replayed nonce', async () => {
    await using test = await setupAgent()
    const agent = await test.start()
    await test.plane.nextConnection()
    await agent[Symbol.asyncDispose]()
    const identity = await readIdentity(test.dataDir)
    if (identity === undefined) throw new Error('the agent has enrolled')
    test.plane.replayNonces()
    await dial(identity, AbortSignal.timeout(5_000))
    const again = dial(identity, AbortSignal.timeout(5_000))
    await expect(again).rejects.toMatchObject({ code: 'machine_refused' })
  })

  it('fails with machine_refused for the key of another machine', async () => {
    await using test = await setupAgent()
    const agent = await test.start()
    await using other = await setupAgent()
    await other.start()
    const stranger = await readIdentity(other.dataDir)
    if (stranger === undefined) throw new Error('the other agent has enrolled')
    const posing = {
      key: stranger.key,
      membership: {
        ...stranger.membership,
        machine_id: agent.machineId,
        server_url: test.plane.url,
      },
    }
    const dialling = dial(posing, AbortSignal.timeout(5_000))
    await expect(dialling).rejects.toMatchObject({ code: 'machine_refused' })
  })
})

function bootIdIn(messages: { kind: string }[]): unknown {
  const [hello] = messages
  return hello !== undefined && 'boot_id' in hello ? hello.boot_id : undefined
}

function texts(logged: { msg: string }[]): string {
  return logged.map(({ msg }) => msg).join('\n')
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
