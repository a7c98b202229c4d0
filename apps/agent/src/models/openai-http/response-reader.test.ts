import { describe, expect, it } from 'vitest'
import { headBytesMax, ResponseReader } from './response-reader.ts'

const ok = 'HTTP/1.1 200 OK\r\n'

describe('a response', () => {
  it.each([
    ['a length', `${ok}content-length: 5\r\n\r\nhello`, 'kept'],
    ['no length, and nothing in it', `${ok}Content-Length:0\r\n\r\n`, 'kept'],
    [
      'chunks',
      `${ok}Transfer-Encoding: Chunked\r\n\r\n2\r\nhe\r\n3;x=1\r\nllo\r\n0\r\nt: 1\r\n\r\n`,
      'kept',
    ],
    [
      'a word that it is the last',
      `${ok}connection: close\r\ncontent-length: 1\r\n\r\nx`,
      'used_up',
    ],
    ['an older version', 'HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\nx', 'used_up'],
    [
      'two lengths that disagree',
      `${ok}content-length: 9\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      'used_up',
    ],
    ['more behind it', `${ok}content-length: 1\r\n\r\nxHTTP/1.1 200 OK\r\n`, 'used_up'],
    [
      'something before it',
      `HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${ok}content-length: 1\r\n\r\nx`,
      'kept',
    ],
    ['no body by its status', 'HTTP/1.1 204 No Content\r\n\r\n', 'kept'],
  ])('with %s is read to its end, however it is split', (_, text, end) => {
    const atOnce = read([text])
    expect(atOnce.end).toBe(end)
    if (end === 'kept') expect(read([...text])).toEqual(atOnce)
  })

  it('yields its status, and its body without the framing', () => {
    const text = `HTTP/1.1 429 Too Many\r\ntransfer-encoding: chunked\r\n\r\na\r\n0123456789\r\n1\r\n!\r\n0\r\n\r\n`
    for (const pieces of [[text], [...text]]) {
      expect(read(pieces)).toEqual({ status: 429, body: '0123456789!', end: 'kept' })
    }
  })

  it('without a length continues until the connection ends', () => {
    const received = read([`${ok}\r\nhel`, 'lo'], 'closes')
    expect(received).toEqual({ status: 200, body: 'hello', end: 'used_up' })
  })

  it.each([
    ['before it', ''],
    ['within its head', ok],
    ['within its length', `${ok}content-length: 5\r\n\r\nhel`],
    ['within a chunk', `${ok}transfer-encoding: chunked\r\n\r\n5\r\nhel`],
    ['between chunks', `${ok}transfer-encoding: chunked\r\n\r\n3\r\nhel\r\n`],
  ])('fails if the connection ends %s', (_, text) => {
    expect(() => read([text], 'closes')).toThrow('The engine closed the connection.')
  })

  it.each([
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9\r\n\r\n', 'does not respond with HTTP'],
    ['another version of it', 'HTTP/2 200\r\n\r\n', 'does not respond with HTTP'],
    ['a head without end', `${ok}${'x: y\r\n'.repeat(headBytesMax)}`, 'is too long'],
    ['a length that is none', `${ok}content-length: 5, 6\r\n\r\n`, 'invalid HTTP response'],
    ['two lengths', `${ok}content-length: 5\r\ncontent-length: 6\r\n\r\n`, 'invalid HTTP response'],
    [
      'an encoding that was not asked for',
      `${ok}transfer-encoding: gzip\r\n\r\n`,
      'invalid HTTP response',
    ],
    [
      'a chunk of no size',
      `${ok}transfer-encoding: chunked\r\n\r\n-5\r\n`,
      'invalid HTTP response',
    ],
    [
      'a chunk of too large a size',
      `${ok}transfer-encoding: chunked\r\n\r\n${'f'.repeat(13)}\r\n`,
      'invalid HTTP response',
    ],
    [
      'a chunk that is longer than it says',
      `${ok}transfer-encoding: chunked\r\n\r\n1\r\nxyz\r\n`,
      'invalid HTTP response',
    ],
    [
      'the line of a chunk without end',
      `${ok}transfer-encoding: chunked\r\n\r\n1;${'x'.repeat(2 * headBytesMax)}`,
      'is too long',
    ],
    [
      'trailers without end',
      `${ok}transfer-encoding: chunked\r\n\r\n0\r\n${'x: y\r\n'.repeat(headBytesMax)}`,
      'invalid HTTP response',
    ],
  ])('is rejected if it is %s', (_, text, why) => {
    expect(() => read([text])).toThrow(why)
  })
})

function read(pieces: readonly string[], then: 'closes' | 'stays' = 'stays') {
  const received: { status: number; body: string; end: string | undefined } = {
    status: 0,
    body: '',
    end: undefined,
  }
  const reader = new ResponseReader({
    onHead: (status) => {
      received.status = status
    },
    onBody: (bytes) => {
      received.body += new TextDecoder().decode(bytes)
    },
    onEnd: (connection) => {
      received.end = connection
    },
  })
  for (const piece of pieces) reader.push(bufferOf(piece))
  if (then === 'closes') reader.close()
  return received
}

function bufferOf(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
