import { AccountId, InstanceId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { hashSecret, systemIds, timeOf, ulid } from './ids.ts'

it('mints ids that the contract accepts, each kind with its own prefix', () => {
  const ids = systemIds(() => new Date())
  expect(InstanceId.parse(ids.mint('instance'))).toMatch(/^ins_/)
  expect(AccountId.safeParse(ids.mint('instance')).success).toBe(false)
})

it('sorts by age', () => {
  const random = new Uint8Array(10)
  expect(ulid(1_000, random.fill(255)) < ulid(1_001, random.fill(0))).toBe(true)
})

it('encodes as the ULID specification does', () => {
  expect(ulid(1_469_918_176_385, new Uint8Array(10))).toBe('01aryz6s410000000000000000')
})

it('hashes a secret to 64 hex digits', () => {
  const secret = systemIds(() => new Date()).secret()
  expect(secret).toHaveLength(43)
  expect(hashSecret(secret)).toMatch(/^[0-9a-f]{64}$/)
})

it('generates distinct codes of six digits, some with leading zeros', () => {
  const { digits } = systemIds(() => new Date())
  const many = Array.from({ length: 2_000 }, () => digits(6))
  for (const text of many) expect(text).toMatch(/^\d{6}$/)
  expect(many.some((text) => text.startsWith('0'))).toBe(true)
  expect(new Set(many).size).toBeGreaterThan(1_900)
})

it('returns when an id was made', () => {
  const at = new Date('2026-11-21T18:00:00.123Z')
  expect(timeOf(systemIds(() => at).mint('modelEndpoint'))).toEqual(at)
})

it('never repeats a secret, however many are generated', () => {
  const ids = systemIds(() => new Date(0))
  const secrets = Array.from({ length: 2_000 }, () => ids.secret())
  expect(new Set(secrets).size).toBe(2_000)
  for (const secret of secrets) expect(secret).toHaveLength(43)
})
