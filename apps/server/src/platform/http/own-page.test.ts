import { expect, it } from 'vitest'
import { isOwnPage } from './own-page.ts'

const publicUrl = 'https://gridloom.example'

it.each([
  ['the public address', 'https://gridloom.example', 'inner:3000'],
  ['the name that the browser came by', 'http://10.0.0.7:3000', '10.0.0.7:3000'],
  ['no page at all, as programs do', undefined, 'gridloom.example'],
])('accepts %s', (_what, origin, host) => {
  expect(isOwnPage({ origin, host }, publicUrl)).toBe(true)
})

it.each([
  ['another site', 'https://evil.example'],
  ['a site whose name begins alike', 'https://gridloom.example.evil.example'],
  ['another port of the same host', 'https://gridloom.example:8443'],
  ['the same host without TLS', 'http://gridloom.example:80'],
  ['a page without an origin', 'null'],
  ['nothing that is an origin', ''],
])('rejects %s', (_what, origin) => {
  expect(isOwnPage({ origin, host: 'inner:3000' }, publicUrl)).toBe(false)
})
