import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { machines } from '@gridloom/contract/machines/endpoints'
import { expect, it } from 'vitest'
import { acceptUpgrade, checkConnectPath } from './upgrade.ts'

it('accepts agents at the connect path alone, with any query', () => {
  for (const good of [machines.connect.path, `${machines.connect.path}?v=1`])
    expect(() => checkConnectPath(requestFor(good))).not.toThrow()
})

it.each(['/', '', `${machines.connect.path}/more`, `/other?${machines.connect.path}`])(
  'returns not_found for %j',
  (url) => {
    expect(() => checkConnectPath(requestFor(url))).toThrow(
      expect.objectContaining({ code: 'not_found', details: { what: 'endpoint' } }),
    )
  },
)

it('answers 101, and keeps the bytes that follow the request', async () => {
  const line = aLine()
  await acceptUpgrade(line.socket, bytesOf('PRI * HTTP/2.0'))
  expect(line.written()).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/)
  expect(line.written()).toMatch(/\r\nUpgrade: [\w./-]+\r\n\r\n$/)
  expect(String(line.socket.read())).toBe('PRI * HTTP/2.0')
})

it('waits until the response is written', async () => {
  const line = aLine('slow')
  const accepted = acceptUpgrade(line.socket, bytesOf(''))
  let out = false
  void accepted.then(() => {
    out = true
  })
  await Promise.resolve()
  expect(out).toBe(false)
  line.flush()
  await accepted
})

it('fails when the agent disconnects before the response is written', async () => {
  const line = aLine()
  line.socket.on('error', () => {})
  line.socket.destroy(new Error('reset'))
  await expect(acceptUpgrade(line.socket, bytesOf(''))).rejects.toThrow()
})

function requestFor(url: string): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  request.url = url
  return request
}

/** A socket that records what is written; a slow one confirms the write only when it is flushed. */
function aLine(pace: 'fast' | 'slow' = 'fast') {
  const written: string[] = []
  let flush = () => {}
  const socket = new Duplex({
    read() {},
    write(part: Buffer, _encoding, done) {
      written.push(part.toString())
      flush = done
      if (pace === 'fast') done()
    },
  })
  return { socket, written: () => written.join(''), flush: () => flush() }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}
