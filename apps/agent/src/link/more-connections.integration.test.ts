import { createFastClock } from '@gridloom/async/test-clock'
import { agentPath } from '@gridloom/contract/agent/call'
import { coreCalls } from '@gridloom/contract/agent/core-calls'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { AgentFailure } from '@gridloom/contract/agent/protocol'
import { expect, it } from 'vitest'
import { type AgentConnection, responseOf } from '../../test/agent-connection.ts'
import { anInstanceId, aReport } from '../../test/builders.ts'
import { type AgentSetupOptions, setupAgent } from '../../test/run-agent.ts'
import { moreConnectionsMax } from './more-connections.ts'

/** A minute without a stream passes in less than a second. */
const times = 100

it('is dialled with its role and its ticket, and serves the same calls', async () => {
  await using test = await setup()
  const edge = await test.open('ticket-1')
  expect(edge.headers).toMatchObject({ 'x-gridloom-role': 'edge', 'x-gridloom-ticket': 'ticket-1' })
  expect(test.main.headers).not.toHaveProperty('x-gridloom-role')
  expect(await edge.call('POST', coreCalls.sendThroughput.path)).toMatchObject({ status: 200 })
})

it('takes much more of an upload per round trip', async () => {
  await using test = await setup()
  const edge = await test.open('ticket-1')
  const stream = edge.open('POST', coreCalls.sendThroughput.path)
  await edge.call('POST', coreCalls.sendThroughput.path)
  expect(edge.session.remoteSettings.initialWindowSize).toBe(8 * 1024 * 1024)
  expect(test.main.session.remoteSettings.initialWindowSize).toBe(1024 * 1024)
  stream.close()
})

it('survives the loss of the main connection, with its streams', async () => {
  await using test = await setup()
  const edge = await test.open('ticket-1')
  const stream = await followLogs(edge)
  test.main.socket.destroy()
  const again = await test.plane.nextConnection()
  expect(again.headers).not.toHaveProperty('x-gridloom-role')
  test.write('still here')
  expect(await nextText(stream)).toContain('still here')
})

it('ends nothing but its own streams', async () => {
  await using test = await setup()
  const edge = await test.open('ticket-1')
  const stream = await followLogs(test.main)
  edge.socket.destroy()
  await edge.closed
  test.write('still here')
  expect(await nextText(stream)).toContain('still here')
  expect(test.logged.filter(({ msg }) => msg === 'connection lost')).toEqual([])
})

it('ends after a minute without a stream, and not before', async () => {
  await using test = await setup({ clock: createFastClock(times) })
  const used = await test.open('ticket-1')
  const stream = await followLogs(used)
  const unused = await test.open('ticket-2')
  await unused.closed
  test.write('still here')
  expect(await nextText(stream)).toContain('still here')
  stream.close()
  await used.closed
})

it('is refused beyond the limit until another one has ended', async () => {
  await using test = await setup()
  const [first] = await Promise.all(
    Array.from({ length: moreConnectionsMax }, (_, number) => test.open(`ticket-${number}`)),
  )
  const refused = await test.request('one-too-many')
  expect(refused.status).toBe(409)
  first?.session.destroy()
  await first?.closed
  await expect.poll(async () => (await test.request('again')).status).toBe(200)
})

it('is refused with the reason where it cannot be dialled', async () => {
  await using test = await setup()
  test.plane.overrun()
  const refused = await test.request('ticket-1')
  expect(refused.status).toBe(502)
  expect(AgentFailure.parse(JSON.parse(refused.text)).error).toContain('cannot connect once more')
  expect((await test.request('not a ticket')).status).toBe(400)
})

it('ends with the agent', async () => {
  const test = await setup()
  const edge = await test.open('ticket-1')
  await test[Symbol.asyncDispose]()
  await edge.closed
})

async function setup(agent: AgentSetupOptions['agent'] = {}) {
  const lines: string[] = []
  let wake = Promise.withResolvers<void>()
  const test = await setupAgent({
    agent,
    manager: {
      logs: async function* (_id, _selection, signal) {
        signal.addEventListener('abort', () => wake.resolve())
        yield { at: '2026-01-01T00:00:00Z', stream: 'stdout', text: 'begun' }
        while (!signal.aborted) {
          for (const text of lines.splice(0))
            yield { at: '2026-01-01T00:00:00Z', stream: 'stdout', text }
          await wake.promise
        }
      },
    },
  })
  test.manager.put(aReport())
  const main = await test.connect()
  const request = (ticket: string) =>
    main.call('POST', coreCalls.openConnection.path, { role: 'edge', ticket })
  return {
    ...test,
    main,
    request,
    /** Writes a line to the log that is followed. */
    write: (text: string) => {
      lines.push(text)
      wake.resolve()
      wake = Promise.withResolvers()
    },
    open: async (ticket: string): Promise<AgentConnection> => {
      const { status, text } = await request(ticket)
      if (status !== 200) throw new Error(text)
      return test.plane.nextConnection()
    },
  }
}

async function followLogs(connection: AgentConnection) {
  const path = agentPath(instanceCalls.logs, { id: anInstanceId })
  const stream = connection.open('GET', `${path}?follow=true`)
  stream.end()
  await responseOf(stream)
  expect(await nextText(stream)).toContain('begun')
  return stream
}

async function nextText(stream: ReturnType<AgentConnection['open']>): Promise<string> {
  for (;;) {
    const part = stream.read()
    if (part !== null) return String(part)
    if (stream.closed) throw new Error('the stream has closed')
    await new Promise((go) => stream.once('readable', go).once('close', go))
  }
}
