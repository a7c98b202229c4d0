import type { ClientHttp2Session } from 'node:http2'
import { expect, it } from 'vitest'
import { brokenBy } from './broken-by.ts'

it.each([
  [
    'its failing where its connection stands',
    { closed: false, destroyed: false },
    'upstream_failed',
  ],
  ['its going where that is closed', { closed: true, destroyed: false }, 'machine_offline'],
  ['its going where that broke', { closed: false, destroyed: true }, 'machine_offline'],
])('attributes the broken stream of a machine to %s', (_, session, code) => {
  const cause = new Error('reset')
  const refused = brokenBy(asSession(session), cause)
  expect(refused).toMatchObject({ code, cause })
  expect(refused.message).toContain('reset')
})

it('accepts any thrown value as the cause', () => {
  const refused = brokenBy(asSession({ closed: false, destroyed: false }), 'no words')
  expect(refused.message).toContain('no words')
})

/** Named cast: of a session only its state is read. */
function asSession(stub: object): ClientHttp2Session {
  return stub as ClientHttp2Session
}
