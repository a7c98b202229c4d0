import { connect as connectTcp, createServer } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { agentPath } from '@gridloom/contract/agent/call'
import { coreCalls } from '@gridloom/contract/agent/core-calls'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { AgentFailure } from '@gridloom/contract/agent/protocol'
import { eventually } from '@gridloom/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { responseOf } from '../../test/agent-connection.ts'
import {
  anInstanceId,
  anotherInstanceId,
  aReport,
  aSpec,
  aTerminalId,
} from '../../test/builders.ts'
import { aTerminal, type FakeManagerOverrides } from '../../test/fake-manager.ts'
import { setupAgent } from '../../test/run-agent.ts'

const instance = { id: anInstanceId }
const terminal = { id: anInstanceId, terminal: aTerminalId }

describe('an agent that receives specs', () => {
  it('applies a spec and answers 202', async () => {
    await using test = await setup()
    const answer = await test.connection.call(
      'PUT',
      agentPath(instanceCalls.apply, instance),
      aSpec(),
    )
    expect(answer.status).toBe(202)
    expect(test.manager.applied).toEqual([aSpec()])
  })

  it('drops fields that a newer control plane added', async () => {
    await using test = await setup()
    const path = agentPath(instanceCalls.apply, instance)
    await test.connection.call('PUT', path, { ...aSpec(), newer: true })
    expect(test.manager.applied).toEqual([aSpec()])
  })

  it('returns the instances that the control plane did not list', async () => {
    await using test = await setup()
    const body = { instances: [aSpec({ instance_id: anotherInstanceId })] }
    const answer = await test.connection.call('POST', instanceCalls.sync.path, body)
    expect(JSON.parse(answer.text)).toEqual({ unknown: [anInstanceId] })
  })

  it.each([
    ['a spec of another instance', aSpec({ instance_id: anotherInstanceId })],
    ['a spec without an image', { ...aSpec(), image: undefined }],
    ['something else', 'hello'],
  ])('rejects %s with 400', async (_, body) => {
    await using test = await setup()
    const answer = await test.connection.call('PUT', agentPath(instanceCalls.apply, instance), body)
    expect(answer.status).toBe(400)
    expect(AgentFailure.parse(JSON.parse(answer.text)).code).toBe('invalid_input')
    expect(test.manager.applied).toEqual([])
  })
})

describe('an agent that cannot serve a call', () => {
  it.each([
    ['GET', agentPath(instanceCalls.logs, { id: anotherInstanceId })],
    [
      'POST',
      `${agentPath(instanceCalls.terminal, { ...terminal, id: anotherInstanceId })}?columns=80&rows=24`,
    ],
    ['POST', agentPath(instanceCalls.port, { id: anotherInstanceId, port: 80 })],
    ['GET', '/v1/nothing'],
    ['DELETE', instanceCalls.sync.path],
  ])('answers 404 to %s %s', async (method, path) => {
    await using test = await setup()
    const answer = await test.connection.call(method, path)
    expect(answer.status).toBe(404)
    expect(AgentFailure.parse(JSON.parse(answer.text)).code).toBe('not_found')
  })

  it('answers 502 with the reason when the engine fails', async () => {
    await using test = await setup({
      openTerminal: () => Promise.reject(new Error('the engine went away')),
    })
    const path = `${agentPath(instanceCalls.terminal, terminal)}?columns=80&rows=24`
    const answer = await test.connection.call('POST', path)
    expect(answer.status).toBe(502)
    expect(JSON.parse(answer.text)).toEqual({
      code: 'upstream_failed',
      error: 'the engine went away',
      details: {},
    })
  })

  it('resets a stream whose source fails after the answer began', async () => {
    await using test = await setup({
      logs: async function* () {
        yield { at: '2026-01-01T00:00:00Z', stream: 'stdout', text: 'one' }
        throw new Error('the engine went away')
      },
    })
    const stream = test.connection.open('GET', agentPath(instanceCalls.logs, instance))
    stream.end()
    stream.resume()
    await new Promise((closed) => stream.once('close', closed))
    expect(stream.rstCode).not.toBe(0)
  })

  it('answers 409 to a benchmark request while an instance runs', async () => {
    await using test = await setup()
    const answer = await test.connection.call('POST', coreCalls.benchmarks.path)
    expect(answer.status).toBe(409)
  })

  it('takes a request for the GPUs of a rental also while an instance runs', async () => {
    await using test = await setup()
    const body = { gpu_uuids: ['GPU-1'] }
    const answer = await test.connection.call('POST', coreCalls.gpuBenchmarks.path, body)
    expect(answer.status).toBe(202)
  })
})

describe('log and exec streams', () => {
  it('pass the log selection to the instance manager', async () => {
    const selections: unknown[] = []
    await using test = await setup({
      logs: (_id, selection) => {
        selections.push(selection)
        return Readable.from([])
      },
    })
    const query = 'follow=true&since=2026-01-01T00%3A00%3A00.123456789Z&tail=7&search=a%20b'
    await test.connection.call('GET', `${agentPath(instanceCalls.logs, instance)}?${query}`)
    expect(selections).toEqual([
      { follow: true, since: '2026-01-01T00:00:00.123456789Z', tail: 7, search: 'a b' },
    ])
  })

  it('start the response when no first line comes', async () => {
    await using test = await setup({
      logs: async function* (_id, _selection, signal) {
        await new Promise((ended) => signal.addEventListener('abort', ended))
      },
    })
    const stream = test.connection.open(
      'GET',
      `${agentPath(instanceCalls.logs, instance)}?follow=1`,
    )
    stream.end()
    expect(await responseOf(stream)).toMatchObject({ ':status': 200 })
    stream.close()
  })

  it('end an exec with its exit code', async () => {
    await using test = await setup({
      exec: async function* () {
        yield { kind: 'output', stream: 'stdout', base64: 'aGk=' }
        yield { kind: 'exit', exit_code: 3, ended: 'exited' }
      },
    })
    const path = agentPath(instanceCalls.exec, instance)
    const answer = await test.connection.call('POST', path, { command: ['sh', '-c', 'exit 3'] })
    expect(
      answer.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { kind: 'output', stream: 'stdout', base64: 'aGk=' },
      { kind: 'exit', exit_code: 3, ended: 'exited' },
    ])
  })
})

describe('a terminal or port stream', () => {
  it('carries bytes both ways and reports whether the terminal was resumed', async () => {
    const shell = new PassThrough()
    await using test = await setup({
      openTerminal: async () => aTerminal({ stream: shell, resumed: true }),
    })
    const path = `${agentPath(instanceCalls.terminal, terminal)}?columns=80&rows=24`
    const stream = test.connection.open('POST', path)
    expect(await responseOf(stream)).toMatchObject({ 'x-gridloom-resumed': 'true' })
    stream.end('echo\n')
    expect(await text(stream)).toBe('echo\n')
  })

  it('closes a terminal whose viewer disconnects', async () => {
    const shell = new PassThrough()
    await using test = await setup({
      openTerminal: async () => aTerminal({ stream: shell }),
    })
    const stream = test.connection.open(
      'POST',
      `${agentPath(instanceCalls.terminal, terminal)}?columns=80&rows=24`,
    )
    await responseOf(stream)
    stream.close()
    await eventually(() => expect(shell.destroyed).toBe(true))
  })

  it.each<[string, () => Promise<number | null>, Record<string, string>]>([
    ['its exit code', async () => 3, { 'x-gridloom-exit-code': '3' }],
    ['nothing where none is known', async () => null, {}],
    ['nothing where the engine fails', () => Promise.reject(new Error('away')), {}],
  ])('ends a terminal with %s', async (_, exitCode, expected) => {
    await using test = await setup({ openTerminal: async () => aTerminal({ exitCode }) })
    const path = `${agentPath(instanceCalls.terminal, terminal)}?columns=80&rows=24`
    const stream = test.connection.open('POST', path)
    const trailers: Record<string, unknown>[] = []
    stream.once('trailers', (received) =>
      trailers.push(Object.fromEntries(Object.entries(received))),
    )
    stream.end('bye')
    expect(await text(stream)).toBe('bye')
    expect(trailers[0] ?? {}).toEqual(expected)
  })

  it('resizes a terminal', async () => {
    await using test = await setup()
    const body = { columns: 120, rows: 40 }
    const answer = await test.connection.call(
      'PUT',
      agentPath(instanceCalls.resizeTerminal, terminal),
      body,
    )
    expect(answer.status).toBe(200)
    expect(test.manager.sizes).toEqual([body])
  })

  it('keeps answering on a port after the caller ended its half', async () => {
    await using echo = await startLateEcho()
    await using test = await setup({
      dial: async () => connectTcp({ port: echo.port, allowHalfOpen: true }),
    })
    const stream = test.connection.open(
      'POST',
      agentPath(instanceCalls.port, { ...instance, port: 80 }),
    )
    const sent = Buffer.alloc(3_000_000, 'gridloom')
    stream.end(sent)
    expect((await buffer(stream)).equals(sent)).toBe(true)
  })

  it('answers 502 when nothing listens on the port', async () => {
    await using test = await setup({ dial: () => Promise.reject(new Error('ECONNREFUSED')) })
    const answer = await test.connection.call(
      'POST',
      agentPath(instanceCalls.port, { ...instance, port: 80 }),
    )
    expect(answer.status).toBe(502)
    expect(answer.text).toContain('Nothing is listening on port 80.')
  })
})

describe('the throughput test', () => {
  it('counts the bytes that it receives', async () => {
    await using test = await setup()
    const stream = test.connection.open('POST', coreCalls.sendThroughput.path)
    stream.end(Buffer.alloc(8 * 1024 * 1024))
    expect(JSON.parse(await text(stream))).toEqual({ received_bytes: 8 * 1024 * 1024 })
  })

  it('sends as many bytes as requested', async () => {
    await using test = await setup()
    const stream = test.connection.open('GET', `${coreCalls.sendThroughput.path}?bytes=5000001`)
    stream.end()
    expect((await buffer(stream)).length).toBe(5_000_001)
  })

  it.each(['0', '-1', 'much', '1e99'])('rejects a request for %s bytes with 400', async (bytes) => {
    await using test = await setup()
    const answer = await test.connection.call(
      'GET',
      `${coreCalls.sendThroughput.path}?bytes=${bytes}`,
    )
    expect(answer.status).toBe(400)
  })
})

/** A connected agent with one running instance. */
async function setup(manager: Partial<FakeManagerOverrides> = {}) {
  const test = await setupAgent({ manager })
  test.manager.put(aReport())
  return { ...test, connection: await test.connect() }
}

/** A TCP server that returns all it received, but only once the caller has ended its half. */
async function startLateEcho() {
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    socket.end(await buffer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
