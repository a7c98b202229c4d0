import { withDatabase } from '@gridloom/testkit/database'
import { expect, it } from 'vitest'
import { ids } from '../../../test/instance-builders.ts'
import { findNotice, insertNotice } from './notices-store.ts'

const at = (ms: number) => new Date(Date.parse('2026-01-01T00:00:00.000Z') + ms)

it('stores the first notice with a key, for its account only', async () => {
  await using store = await withDatabase()
  const notice = { key: 'lost:1', level: 'warning' as const, text: 'It is lost.', at: at(5) }
  const publish = (text: string) =>
    store
      .ctx()
      .transact((tx) => insertNotice(tx, ids.renter, { ...notice, text, instance_id: null }))
  expect(await publish('It is lost.')).toBe('new')
  expect(await publish('It is lost again.')).toBe('published before')
  expect(await findNotice(store.db, ids.renter, 'lost:1')).toEqual({
    ...notice,
    instance_id: null,
    render_job_id: null,
    at: at(5).toISOString(),
  })
  expect(await findNotice(store.db, ids.stranger, 'lost:1')).toBeUndefined()
  expect(await findNotice(store.db, ids.renter, 'lost:2')).toBeUndefined()
})
