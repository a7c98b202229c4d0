import { once } from 'node:events'
import { connect } from 'node:net'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { describe, expect, it } from 'vitest'

/** A second request hidden in the body of a first. */
const hidden = 'GET /api/config HTTP/1.1\r\nHost: x\r\n\r\n'

describe('a request that two parsers could split differently', () => {
  it.each([
    ['two lengths', ['Content-Length: 4', `Content-Length: ${hidden.length}`]],
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['chunks under another name', ['Transfer-Encoding: chunked, identity']],
    ['a length that is no number', ['Content-Length: +4']],
  ])('is rejected as a whole, and its connection closed: %s', async (_what, headers) => {
    await using server = await startServer()
    const head = ['POST /api/user/login HTTP/1.1', 'Host: x', ...headers].join('\r\n')
    const answer = await answerTo(server, `${head}\r\n\r\n${hidden}`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })
})

describe('a method without an endpoint', () => {
  it.each(['TRACE', 'OPTIONS', 'PROPFIND'])('does not echo the request: %s', async (method) => {
    await using server = await startServer()
    const lines = [`${method} /api/config HTTP/1.1`, 'Host: x', 'X-Own: echo', 'Connection: close']
    const answer = await answerTo(server, `${lines.join('\r\n')}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).not.toContain('echo')
  })
})

/** Everything received until the server closes the connection. */
async function answerTo({ url }: TestServer, request: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part
  })
  await once(socket, 'connect')
  socket.write(request)
  await once(socket, 'close')
  return answer
}
