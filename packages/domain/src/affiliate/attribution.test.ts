import { expect, it } from 'vitest'
import { attribute, type BoundReferral } from './attribution.ts'

const created = new Date('2026-11-28T12:00:00.000Z')
const before = (days: number) => new Date(created.getTime() - days * 86_400_000)
const click = { affiliate: 'b', by: 'click', clickedAt: before(1) } as const
const code = { affiliate: 'b', by: 'code', clickedAt: null } as const
const at = { accountCreatedAt: created, now: created }
const bound: BoundReferral = { by: 'click', affiliate: 'a', joined: false }

it('counts a click of the 30 days before the account, and only on its first day', () => {
  expect(attribute({ ...click, ...at }, undefined)).toBe('bind')
  expect(attribute({ ...click, ...at, clickedAt: before(30) }, undefined)).toBe('bind')
  expect(attribute({ ...click, ...at, clickedAt: before(30.01) }, undefined)).toBe('expired')
  expect(attribute({ ...code, ...at, now: before(-1.01) }, undefined)).toBe('too_late')
})

it('keeps the first referrer, except that a code comes before a click until the address is verified', () => {
  expect(attribute({ ...code, ...at }, bound)).toBe('replace')
  expect(attribute({ ...click, ...at }, bound)).toBe('bound')
  expect(attribute({ ...code, ...at }, { ...bound, joined: true })).toBe('bound')
  expect(attribute({ ...code, ...at }, { ...bound, by: 'code' })).toBe('bound')
  expect(attribute({ ...click, ...at }, { ...bound, affiliate: 'b', joined: true })).toBe('same')
})
