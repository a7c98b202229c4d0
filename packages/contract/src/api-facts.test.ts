import { expect, it } from 'vitest'
import { api } from './api.ts'
import { apiFacts } from './api-facts.ts'

it('keeps of every endpoint what a client calls it by, as JSON can store it', () => {
  const facts = apiFacts(api)
  expect(JSON.parse(JSON.stringify(facts))).toEqual(facts)
  expect(facts.instances.read).toEqual({
    method: 'GET',
    path: '/api/instances/{id}',
    auth: api.instances.read.auth,
    bearer: 'by_auth',
    transport: 'data',
    events: {},
  })
  expect(Object.keys(facts.instances.followLogs.events)).toEqual(
    Object.keys(api.instances.followLogs.events),
  )
  const names = (areas: object) =>
    Object.entries(areas).flatMap(([area, own]) => Object.keys(own).map((name) => [area, name]))
  expect(names(facts)).toEqual(names(api))
})
