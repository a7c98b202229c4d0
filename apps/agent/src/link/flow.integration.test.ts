import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemClock } from '@gridloom/async/clock'
import { createFastClock } from '@gridloom/async/test-clock'
import { agentPath } from '@gridloom/contract/agent/call'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { heartbeatMs } from '@gridloom/contract/core/constants'
import type { LogLine } from '@gridloom/contract/instances/logs'
import { describe, expect, it } from 'vitest'
import { type AgentConnection, linesOf, responseOf } from '../../test/agent-connection.ts'
import { anInstanceId, aReport } from '../../test/builders.ts'
import { type AgentSetup, setupAgent } from '../../test/run-agent.ts'

const times = 20
const heartbeats = 8
const lateByMsMax = 200

describe('a flood of log lines', () => {
  it('delays no heartbeat while its reader stalls, and is not read ahead into memory', async () => {
    await using test = await setup()
    const stalled = followLogs(test.connection)
    await responseOf(stalled)
    const gaps = await heartbeatGaps(test.connection)
    expect(Math.max(...gaps)).toBeLessThan(heartbeatMs / times + lateByMsMax)
    expect(test.linesTaken()).toBeLessThan(50_000)
  })

  it('delays no heartbeat while its reader reads as fast as it can', async () => {
    await using test = await setup()
    const received = countLines(test.connection)
    const gaps = await heartbeatGaps(test.connection)
    expect(Math.max(...gaps)).toBeLessThan(heartbeatMs / times + lateByMsMax)
    expect(received()).toBeGreaterThan(10_000)
  })

  it('delays no heartbeat where many stalled readers and one fast one share the connection', async () => {
    await using test = await setup()
    for (let reader = 0; reader < 40; reader += 1) followLogs(test.connection)
    countLines(test.connection)
    const gaps = await heartbeatGaps(test.connection)
    expect(Math.max(...gaps)).toBeLessThan(heartbeatMs / times + lateByMsMax)
  })

  it('delays no report of a changed instance', async () => {
    await using test = await setup()
    countLines(test.connection)
    const reports = test.connection.reports()
    await reports.next()
    const putMs = systemClock.monotonicMs()
    test.manager.put(aReport({ phase: 'stopping' }))
    for await (const message of reports) if (message.kind === 'instance') break
    expect(systemClock.monotonicMs() - putMs).toBeLessThan(lateByMsMax)
  })

  it('loses and reorders no line', async () => {
    await using test = await setup()
    let expected = 0
    for await (const line of linesOf(followLogs(test.connection))) {
      expect(JSON.parse(line)).toMatchObject({ text: expect.stringMatching(`^${expected} `) })
      expected += 1
      if (expected === 2_000) break
    }
  })
})

interface FloodSetup extends AgentSetup {
  connection: AgentConnection
  linesTaken(): number
}

/** An agent whose one instance writes without end, as fast as it is read. */
async function setup(): Promise<FloodSetup> {
  let taken = 0
  const test = await setupAgent({
    agent: { clock: createFastClock(times) },
    manager: {
      logs: (_id, _selection, signal) =>
        flood(signal, () => {
          taken += 1
        }),
    },
  })
  test.manager.put(aReport())
  return { ...test, connection: await test.connect(), linesTaken: () => taken }
}

/** Lines come in bursts with a turn of the event loop between, as chunks of an engine's stream do. */
async function* flood(signal: AbortSignal, onTaken: () => void): AsyncGenerator<LogLine> {
  const filling = 'x'.repeat(200)
  for (let line = 0; !signal.aborted; line += 1) {
    onTaken()
    yield { at: '2026-01-01T00:00:00.000000000Z', stream: 'stdout', text: `${line} ${filling}` }
    if (line % 200 === 199) await nextTurn()
  }
}

function followLogs(connection: AgentConnection) {
  const path = agentPath(instanceCalls.logs, { id: anInstanceId })
  const stream = connection.open('GET', `${path}?follow=true`)
  stream.end()
  return stream
}

function countLines(connection: AgentConnection): () => number {
  let received = 0
  followLogs(connection).on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 10) received += 1
  })
  return () => received
}

/** Milliseconds between heartbeats as they arrive. */
async function heartbeatGaps(connection: AgentConnection): Promise<number[]> {
  const gaps: number[] = []
  let beforeMs: number | undefined
  for await (const message of connection.reports()) {
    if (message.kind !== 'heartbeat') continue
    const nowMs = systemClock.monotonicMs()
    if (beforeMs !== undefined) gaps.push(nowMs - beforeMs)
    beforeMs = nowMs
    if (gaps.length === heartbeats) break
  }
  return gaps
}
