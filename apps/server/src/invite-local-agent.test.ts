import { expect, it } from 'vitest'
import { reachable } from './invite-local-agent.ts'

it('uses the loopback address when the server listens on all addresses', () => {
  expect(reachable('http://0.0.0.0:3000')).toBe('http://127.0.0.1:3000')
  expect(reachable('http://[::]:3000')).toBe('http://127.0.0.1:3000')
})

it('uses the listening address otherwise', () => {
  expect(reachable('http://10.0.0.7:3000')).toBe('http://10.0.0.7:3000')
})
