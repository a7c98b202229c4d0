import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startAppsSite } from '../../../test/apps-site.ts'

describe('a program that answers badly', () => {
  it.each([
    ['a status of two digits', 'HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n'],
    ['a status without meaning', 'HTTP/1.1 999 High\r\nContent-Length: 0\r\n\r\n'],
    ['a control character in the reason', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n'],
    ['a delete character in a header', 'HTTP/1.1 200 OK\r\nX: a\x7fb\r\nContent-Length: 0\r\n\r\n'],
    ['a null character in a header', 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
    ['trailers without chunks', 'HTTP/1.1 200 OK\r\nTrailer: X\r\nContent-Length: 0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['another coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
    ['chunks that are none', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    [
      'a switch of protocols',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nraw',
    ],
    ['an early hint without end', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(200_000)}`],
    [
      'two answers to one request',
      'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged',
    ],
    ['nothing', ''],
  ])('harms nobody: %s', async (_what, bytes) => {
    let count = 0
    await using site = await startAppsSite({
      raw: true,
      apps: {
        8888: (socket: Socket) => {
          count += 1
          const answer = count === 1 ? bytes : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
          socket.on('error', () => {})
          socket.once('data', () => socket.end(answer, 'latin1'))
        },
      },
    })
    const first = await site.visit(8888).catch(() => undefined)
    expect(first?.text ?? '').not.toContain('forged')
    expect(await site.visit(8888)).toMatchObject({ status: 200, text: 'ok' })
  })

  it.each(['HTTP/1.1 200 O\x01K\r\nX: a\x7fb\r\n\r\n', 'garbage\r\n', ''])(
    'harms nobody who asks for a WebSocket: %j',
    async (bytes) => {
      await using site = await startAppsSite({
        raw: true,
        apps: {
          8888: (socket: Socket) => socket.on('error', () => {}).end(bytes, 'latin1'),
        },
      })
      const headers = { connection: 'upgrade', upgrade: 'websocket' }
      await site.visit(8888, { headers }).catch(() => undefined)
      await expect.poll(() => site.server.open()).toBe(0)
    },
  )
})
