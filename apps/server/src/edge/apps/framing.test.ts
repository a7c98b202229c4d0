import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { labelOf, startAppsSite } from '../../../test/apps-site.ts'

const host = `Host: ${labelOf(8888)}.apps.test`
/** A second request, hidden in the body of a first. */
const hidden = `GET /hidden HTTP/1.1\r\n${host}\r\n\r\n`

describe('a request that two programs could read differently', () => {
  it.each([
    ['a length and chunks', [host, 'Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['chunks and a length', [host, 'Transfer-Encoding: chunked', 'Content-Length: 4']],
    ['two lengths', [host, 'Content-Length: 4', `Content-Length: ${hidden.length}`]],
    ['two lengths in one', [host, `Content-Length: 4, ${hidden.length}`]],
    ['a length with a sign', [host, 'Content-Length: +4']],
    ['a length in hexadecimal', [host, 'Content-Length: 0x4']],
    ['chunks under another coding', [host, 'Transfer-Encoding: chunked, identity']],
    ['chunks over another coding', [host, 'Transfer-Encoding: gzip, chunked']],
    ['chunks by a name that only some read', [host, 'Transfer-Encoding: xchunked']],
    ['chunks twice', [host, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']],
    ['chunks with a space before the colon', [host, 'Transfer-Encoding : chunked']],
    ['chunks after a vertical tab', [host, 'Transfer-Encoding: \x0bchunked']],
    ['a folded line', [host, 'X-Own: a', ' Transfer-Encoding: chunked']],
    ['a bare line feed', [`${host}\nContent-Length: 4`, 'X: y\rTransfer-Encoding: chunked']],
    ['two hosts', [host, 'Host: elsewhere.apps.test']],
    ['no host', ['X-Own: a']],
    ['a name with a null character', [host, 'X-\0Own: a']],
  ])('does not reach the app, and ends its connection: %s', async (_what, headers) => {
    await using site = await greetings()
    const head = ['POST / HTTP/1.1', ...headers].join('\r\n')
    const answer = await exchange(site, `${head}\r\n\r\n${hidden}`)
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404|501) /)
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(site.requests).toEqual([])
  })

  it.each([
    ['another server', 'GET http://169.254.169.254/latest HTTP/1.1'],
    ['another name in the target', `GET http://${labelOf(9999)}.apps.test/ HTTP/1.1`],
    ['a tunnel', 'CONNECT 127.0.0.1:22 HTTP/1.1'],
    ['no path', 'GET admin HTTP/1.1'],
  ])('names nothing but a path of its own address: %s', async (_what, line) => {
    await using site = await greetings()
    const answer = await exchange(site, `${line}\r\n${host}\r\nConnection: close\r\n\r\n`)
    expect(answer).not.toMatch(/ 200 /)
    expect(site.requests).toEqual([])
  })

  it.each([
    ['content-length', `Content-Length: ${hidden.length}`, hidden],
    ['transfer-encoding', 'Transfer-Encoding: chunked', `5\r\nhello\r\n0\r\n\r\n`],
    ['host, cookie, x-forwarded-for', 'Content-Length: 5', 'hello'],
  ])('cannot have its framing dropped by Connection: %s', async (names, length, body) => {
    await using site = await greetings()
    const lines = ['GET /outer HTTP/1.1', host, `Connection: close, ${names}`, length]
    const answer = await exchange(site, `${lines.join('\r\n')}\r\n\r\n${body}`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(site.requests.map(({ url }) => url)).toEqual(['/outer'])
    expect(site.requests[0]?.headers.host).toBe(`${labelOf(8888)}.apps.test`)
  })

  it('is read whole before the next one of the same connection', async () => {
    await using site = await greetings()
    const one = `POST /a HTTP/1.1\r\n${host}\r\nContent-Length: 5\r\n\r\nhello`
    const two = `POST /b HTTP/1.1\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`
    const last = `GET /c HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`
    const answer = await exchange(site, `${one}${two}${last}`)
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(3)
    expect(site.requests.map(({ url }) => url)).toEqual(['/a', '/b', '/c'])
  })
})

describe('a slow visitor', () => {
  it('has seconds for the headers of a request, also before the first byte', async () => {
    await using site = await startAppsSite({ apps: {}, limits: { headersMs: 1_000 } })
    const dripping = await site.connect()
    const silent = await site.connect()
    const drip = setInterval(() => dripping.write('X-Drip: 1\r\n'), 200)
    dripping.write(`GET / HTTP/1.1\r\n${host}\r\n`)
    const answers = await Promise.all([text(dripping), text(silent)])
    clearInterval(drip)
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('may send a body for as long as it takes', async () => {
    await using site = await startAppsSite({
      apps: { 8888: (request, response) => void request.pipe(response) },
      limits: { headersMs: 1_000 },
    })
    const socket = await site.connect()
    socket.write(
      `POST / HTTP/1.1\r\n${host}\r\nConnection: close\r\nContent-Length: 10\r\n\r\nhello`,
    )
    setTimeout(() => socket.write('world'), 3_500)
    expect(await text(socket)).toMatch(/hello[\s\S]*world\r\n0\r\n\r\n$/)
  })

  it('cannot send headers without end', async () => {
    await using site = await greetings()
    const answer = await exchange(
      site,
      `GET / HTTP/1.1\r\n${host}\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  })
})

function greetings() {
  return startAppsSite({
    apps: {
      8888: (request, response) => void request.resume().once('end', () => response.end('hi')),
    },
  })
}

/** Everything received until the server closes the connection. */
async function exchange(site: Awaited<ReturnType<typeof startAppsSite>>, request: string) {
  const socket = await site.connect()
  socket.write(request, 'latin1')
  return text(socket)
}
