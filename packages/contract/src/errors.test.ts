import { expect, it } from 'vitest'
import { Refused } from './errors.ts'

it('fills the text that a person reads from the details', () => {
  const refused = new Refused('state_conflict', { details: { what: 'instance', state: 'failed' } })
  expect(refused.publicText).toBe('This action is not available while the instance is failed.')
  expect(refused.status).toBe(409)
})

it('leaves out what is not known rather than showing a hole', () => {
  expect(new Refused('offer_taken').publicText).toBe('This offer was just taken.')
})

it('keeps our own words out of the text that a person reads', () => {
  const refused = new Refused('internal', { internal: 'pool exhausted at 10.0.0.7' })
  expect(refused.message).toContain('10.0.0.7')
  expect(refused.publicText).not.toContain('10.0.0.7')
})

it('keeps its cause', () => {
  const cause = new Error('below')
  expect(new Refused('upstream_failed', { cause }).cause).toBe(cause)
})
