import { createServer } from 'node:net'
import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { startReceiver } from '../../../test/receiver.ts'
import type { Outside } from './outside.ts'
import { postOutside } from './post-outside.ts'

const never = new AbortController().signal

it('sends body and headers to the address that the name resolved to, with the name as its host', async () => {
  await using receiver = await startReceiver((response) => response.end('thanks'))
  const resolved: string[] = []
  const outside = allowing(async (host) => {
    resolved.push(host)
    return ['127.0.0.1']
  })
  const url = `http://hooks.example:${receiver.port}/a/b?c=d`
  expect(await post(outside, url)).toEqual({
    status: 200,
    failure: null,
    responseStart: 'thanks',
    retryAfterMs: null,
  })
  expect(resolved).toEqual(['hooks.example'])
  const [request] = receiver.requests
  expect(request).toMatchObject({ path: '/a/b?c=d', body: '{"n":1}' })
  expect(request?.headers).toMatchObject({
    host: `hooks.example:${receiver.port}`,
    'x-test': 'yes',
    'content-length': '7',
  })
})

it('resolves a name once: what it means a moment later is not connected to', async () => {
  await using receiver = await startReceiver()
  let asked = 0
  const outside = allowing(async () => {
    asked += 1
    return asked === 1 ? ['127.0.0.1'] : ['127.0.0.2']
  })
  await post(outside, `http://rebinding.example:${receiver.port}/`)
  expect(asked).toBe(1)
  expect(receiver.requests).toHaveLength(1)
})

it.each([
  ['the only address is private', ['10.0.0.1']],
  ['one of several is private', ['8.8.8.8', '127.0.0.1']],
  ['an IPv6 address maps a private one', ['::ffff:127.0.0.1']],
  ['one is the metadata service', ['169.254.169.254']],
])('connects to nothing when %s', async (_case, addresses) => {
  await using receiver = await startReceiver()
  const outside: Outside = { privateAddresses: 'refuse', resolve: async () => addresses }
  const result = await post(outside, `http://evil.example:${receiver.port}/`)
  expect(result).toMatchObject({ status: null, failure: 'address_refused' })
  expect(receiver.requests).toEqual([])
})

it('does not even resolve the name of a URL that is refused by itself', async () => {
  const outside: Outside = {
    privateAddresses: 'refuse',
    resolve: async () => {
      throw new RangeError('was resolved')
    },
  }
  for (const url of ['http://127.0.0.1:8080/', 'http://localhost/', 'not a url'])
    expect(await post(outside, url)).toMatchObject({ failure: 'address_refused' })
})

it('does not follow a redirect', async () => {
  await using other = await startReceiver()
  await using receiver = await startReceiver((response) =>
    response.writeHead(307, { location: other.url }).end(),
  )
  expect(await post(allowing(), receiver.url)).toMatchObject({ status: 307, failure: null })
  expect(other.requests).toEqual([])
})

it('reads at most 16 KiB of a flood, and keeps 1 KiB', async () => {
  let written = 0
  await using receiver = await startReceiver((response) => {
    const flood = () => {
      while (!response.destroyed && written < 64 * 1024 * 1024) {
        written += 16_384
        if (!response.write('x'.repeat(16_384))) return response.once('drain', flood)
      }
      return response
    }
    flood()
  })
  const result = await post(allowing(), receiver.url)
  expect(result).toMatchObject({ status: 200, failure: null })
  expect(result.responseStart).toBe('x'.repeat(1024))
  // The rest is what buffers between two processes hold.
  expect(written).toBeLessThan(32 * 1024 * 1024)
})

it('keeps only plain text of a response', async () => {
  const unprintable = 'a\u0000b\u001b[31m\r\nc\u202e\xff'
  await using receiver = await startReceiver((response) =>
    response.end(Buffer.from(unprintable, 'latin1')),
  )
  const { responseStart } = await post(allowing(), receiver.url)
  expect(responseStart).toBe('ab[31m\nc.\ufffd')
})

it('is a failure when the connection dies amid the response, or before one', async () => {
  await using receiver = await startReceiver((response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('only this')
    setImmediate(() => response.destroy())
  })
  expect(await post(allowing(), receiver.url)).toEqual({
    status: 200,
    failure: 'closed',
    responseStart: 'only this',
    retryAfterMs: null,
  })
  await using rude = await startReceiver((response) => response.destroy())
  expect(await post(allowing(), rude.url)).toMatchObject({ status: null, failure: 'closed' })
})

it.each(['before the response', 'amid the response'])(
  'times out when it stalls %s',
  async (when) => {
    await using receiver = await startReceiver((response) => {
      if (when === 'amid the response') response.writeHead(200).write('first')
    })
    const result = await post(allowing(), receiver.url, systemClock.timeout(300))
    expect(result).toMatchObject({ failure: 'timed_out' })
  },
)

it('times out while the name is resolved', async () => {
  const outside = allowing(() => new Promise(() => {}))
  const result = await post(outside, 'http://slow.example:8080/', systemClock.timeout(50))
  expect(result).toMatchObject({ failure: 'timed_out' })
})

it('names an unknown host, a closed port, a broken TLS handshake and what is no HTTP', async () => {
  const unknown = allowing(async () => {
    throw new RangeError('ENOTFOUND')
  })
  expect(await post(unknown, 'http://no.example/')).toMatchObject({ failure: 'unknown_host' })
  const { port } = await startReceiver().then(async (one) => {
    await one[Symbol.asyncDispose]()
    return one
  })
  expect(await post(allowing(), `http://127.0.0.1:${port}/`)).toMatchObject({
    failure: 'connection_failed',
  })
  await using plain = await startReceiver()
  expect(await post(allowing(), plain.url.replace('http:', 'https:'))).toMatchObject({
    failure: 'tls_failed',
  })
  await using ssh = await startSpeaker('SSH-2.0-OpenSSH_9.9\r\n')
  expect(await post(allowing(), `http://127.0.0.1:${ssh.port}/`)).toMatchObject({
    failure: 'malformed',
  })
})

it('takes a change of protocols for no answer, and endless headers for no HTTP', async () => {
  await using switcher = await startSpeaker(
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: chat\r\n\r\n',
  )
  expect(await post(allowing(), `http://127.0.0.1:${switcher.port}/`)).toMatchObject({
    failure: 'malformed',
  })
  await using endless = await startSpeaker(`HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(10_000)}`)
  expect(await post(allowing(), `http://127.0.0.1:${endless.port}/`)).toMatchObject({
    failure: 'malformed',
  })
})

function allowing(resolve: Outside['resolve'] = async () => ['127.0.0.1']): Outside {
  return { privateAddresses: 'allow', resolve }
}

function post(outside: Outside, url: string, signal: AbortSignal = never) {
  return postOutside(outside, { url, headers: { 'x-test': 'yes' }, body: '{"n":1}', signal })
}

/** A server that says the same to everyone. */
async function startSpeaker(words: string) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(words)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}
