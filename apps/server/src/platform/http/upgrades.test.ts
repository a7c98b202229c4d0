import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { refuseUpgrade } from './refuse-upgrade.ts'
import { isUpgrade } from './upgrades.ts'

const known = { upgrades: new Map([['websocket', () => {}]]) }

it.each(['websocket', 'WebSocket'])('accepts %s as a known protocol', (upgrade) => {
  expect(isUpgrade(aRequest({ headers: { upgrade } }), known)).toBe(true)
})

it.each([
  ['of an unknown protocol', { headers: { upgrade: 'h2c' } }],
  ['of a name of every object', { headers: { upgrade: '__proto__' } }],
  ['of none', { headers: {} }],
  ['that is no question', { method: 'POST', headers: { upgrade: 'websocket' } }],
  ['with a body', { headers: { upgrade: 'websocket', 'content-length': '5' } }],
  ['with a body in parts', { headers: { upgrade: 'websocket', 'transfer-encoding': 'chunked' } }],
])('does not upgrade a request %s', (_what, request) => {
  expect(isUpgrade(aRequest(request), known)).toBe(false)
})

it('answers a rejection with an ordinary error and its length, and ends the connection', async () => {
  const { head, body } = await refusedWith(new Refused('not_found', { details: { what: 'Büro' } }))
  expect(head).toContain('HTTP/1.1 404 not_found\r\n')
  expect(head).toContain('Connection: close')
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
  expect(JSON.parse(body)).toMatchObject({ code: 'not_found' })
})

it('sends Retry-After', async () => {
  const refused = new Refused('too_many_requests', { details: { seconds: 7 } })
  expect((await refusedWith(refused)).head).toContain('Retry-After: 7\r\n')
})

function aRequest({
  method = 'GET',
  headers,
}: {
  method?: string
  headers: IncomingMessage['headers']
}) {
  return Object.assign(new IncomingMessage(new Socket()), { method, headers })
}

async function refusedWith(refused: Refused) {
  const written: string[] = []
  const socket = new Duplex({
    read() {},
    write(part: Buffer, _encoding, done) {
      written.push(part.toString())
      done()
    },
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  refuseUpgrade(socket, refused)
  await closed
  const [head = '', body = ''] = written.join('').split('\r\n\r\n')
  return { head, body }
}
