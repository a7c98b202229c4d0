import { expect, it } from 'vitest'
import { Refused } from './errors.ts'

it('fills the public text from the details', () => {
  const refused = new Refused('state_conflict', { details: { what: 'instance', state: 'failed' } })
  expect(refused.publicText).toBe('This action is not available while the instance is failed.')
  expect(refused.status).toBe(409)
})

it('leaves out unknown details instead of showing a gap', () => {
  expect(new Refused('offer_taken').publicText).toBe('This offer was just taken.')
})

it('keeps internal details out of the public text', () => {
  const refused = new Refused('internal', { internal: 'pool exhausted at 10.0.0.7' })
  expect(refused.message).toContain('10.0.0.7')
  expect(refused.publicText).not.toContain('10.0.0.7')
})

it('keeps its cause', () => {
  const cause = new Error('below')
  expect(new Refused('upstream_failed', { cause }).cause).toBe(cause)
})
