import { duplexPair } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { httpAnswers } from './http-probe.ts'

const target = { port: 8080, path: '/health' }
const signal = new AbortController().signal

describe('an HTTP probe', () => {
  it.each([
    ['HTTP/1.1 200 OK\r\n\r\n', true],
    ['HTTP/1.0 404 Not Found\r\n\r\n', true],
    ['HTTP/1.1 499 x', true],
    ['HTTP/1.1 500 Internal Server Error\r\n\r\n', false],
    ['HTTP/1.1 503 Warming up\r\n\r\n', false],
    ['SSH-2.0-OpenSSH_9.2\r\n', false],
    ['', false],
  ])('that receives %j passes: %s', async (said, passed) => {
    const { probe, server } = setup()
    server.end(said)
    expect(await probe).toBe(passed)
  })

  it('requests the path with the host header of its port', async () => {
    const { probe, server, received } = setup()
    server.end('HTTP/1.1 200 OK\r\n\r\n')
    await probe
    expect(received()).toMatch(/^GET \/health HTTP\/1\.1\r\nHost: localhost:8080\r\n/)
  })

  it('reads a status line that arrives in parts', async () => {
    const { probe, server } = setup()
    server.write('HTTP/1')
    server.write('.1 20')
    server.end('4 No Content\r\n\r\n')
    expect(await probe).toBe(true)
  })

  it('fails after too many bytes without a status line', async () => {
    const { probe, server } = setup()
    server.write('x'.repeat(10_000))
    expect(await probe).toBe(false)
  })

  it('rejects when its signal aborts, and closes the connection', async () => {
    const stop = new AbortController()
    const { probe, client } = setup(stop.signal)
    stop.abort()
    await expect(probe).rejects.toThrow('no answer in time')
    expect(client.destroyed).toBe(true)
  })
})

function setup(until = signal) {
  const [client, server] = duplexPair()
  let received = ''
  server.on('data', (bytes: Buffer) => {
    received += bytes.toString()
  })
  return { client, server, received: () => received, probe: httpAnswers(client, target, until) }
}
