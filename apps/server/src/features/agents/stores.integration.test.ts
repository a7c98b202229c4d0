import { MachineId } from '@gridloom/contract/core/ids'
import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findAgentKey, registerKey, revokeKey } from './keys-store.ts'
import { insertNonce, takeNonce } from './nonces-store.ts'
import { confirmPresence, putPresence, removePresence } from './presence-store.ts'

const machine = MachineId.parse('mch_00000000000000000000000001')
const other = MachineId.parse('mch_00000000000000000000000002')
const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (ms: number) => new Date(start + ms)

it('accepts a nonce once, even concurrently', async () => {
  await using agents = await setup()
  await agents.nonce('n', 60_000)
  const takes = Array.from({ length: 10 }, () => agents.take('n', 0))
  expect((await Promise.all(takes)).filter((good) => good)).toHaveLength(1)
})

it('rejects a nonce from the time it expires, and uses it up', async () => {
  await using agents = await setup()
  await agents.nonce('late', 60_000)
  expect(await agents.take('late', 60_000)).toBe(false)
  expect(await agents.take('late', 0)).toBe(false)
  await agents.nonce('just', 60_000)
  expect(await agents.take('just', 59_999)).toBe(true)
})

it('does not use up a nonce that another machine presents', async () => {
  await using agents = await setup()
  await agents.nonce('n', 60_000)
  expect(await agents.take('n', 0, other)).toBe(false)
  expect(await agents.take('n', 0)).toBe(true)
})

it('deletes expired nonces when new ones are issued', async () => {
  await using agents = await setup()
  await agents.nonce('old', 1_000)
  await agents.nonce('edge', 2_000)
  await agents.nonce('new', 60_000, 2_000)
  const { rows } = await sql`select nonce_hash from agent_nonces order by 1`.execute(agents.db)
  expect(rows).toEqual([{ nonce_hash: 'edge' }, { nonce_hash: 'new' }])
})

it('stores one connection per machine: the newest', async () => {
  await using agents = await setup()
  await agents.present('one', 'left')
  await agents.present('two', 'right')
  expect(await agents.confirmed('left')).toEqual([])
  expect(await agents.confirmed('right')).toEqual(['two'])
})

it('does not delete the newer connection with the older', async () => {
  await using agents = await setup()
  await agents.present('one', 'left')
  await agents.present('two', 'left')
  await agents.ctx().transact((tx) => removePresence(tx, 'one'))
  expect(await agents.confirmed('left')).toEqual(['two'])
  await agents.ctx().transact((tx) => removePresence(tx, 'two'))
  expect(await agents.confirmed('left')).toEqual([])
})

it('marks the connections that it confirms as seen, and none of another replica', async () => {
  await using agents = await setup()
  await agents.present('one', 'left')
  await agents.present('two', 'right', other)
  await agents.confirmed('left', 5_000)
  const { rows } =
    await sql`select connection_id, seen_at from machine_connections order by 1`.execute(agents.db)
  expect(rows).toEqual([
    { connection_id: 'one', seen_at: at(5_000) },
    { connection_id: 'two', seen_at: at(0) },
  ])
})

it('confirms no connection of a revoked key, even one that appears later', async () => {
  await using agents = await setup()
  await agents.present('one', 'left')
  await agents.ctx().transact((tx) => revokeKey(tx, machine, at(1)))
  expect(await agents.confirmed('left')).toEqual([])
  await agents.present('late', 'left')
  expect(await agents.confirmed('left')).toEqual([])
})

it('finds the key that a machine enrolled with, until it is revoked', async () => {
  await using agents = await setup()
  expect(await findAgentKey(agents.db, machine)).toBe('key')
  expect(await findAgentKey(agents.db, MachineId.parse(`mch_${'9'.repeat(26)}`))).toBeUndefined()
  await agents.ctx().transact((tx) => revokeKey(tx, machine, at(1)))
  expect(await findAgentKey(agents.db, machine)).toBeUndefined()
  expect(await findAgentKey(agents.db, other)).toBe('key')
})

it('keeps the first time at which a key was revoked', async () => {
  await using agents = await setup()
  for (const ms of [1, 2]) await agents.ctx().transact((tx) => revokeKey(tx, machine, at(ms)))
  const { rows } =
    await sql`select revoked_at from agent_keys where machine_id = ${machine}`.execute(agents.db)
  expect(rows).toEqual([{ revoked_at: at(1) }])
})

it('replaces a machine’s key when it registers a new one', async () => {
  await using agents = await setup()
  await agents.ctx().transact((tx) => registerKey(tx, { machineId: machine, publicKey: 'another' }))
  expect(await findAgentKey(agents.db, machine)).toBe('another')
  expect(await findAgentKey(agents.db, other)).toBe('key')
})

/** Two machines that have enrolled. */
async function setup() {
  const fixture = await withDatabase()
  const ctx = fixture.ctx()
  for (const machineId of [machine, other])
    await ctx.transact((tx) => registerKey(tx, { machineId, publicKey: 'key' }))
  return {
    ...fixture,
    nonce: (hash: string, expiresMs: number, nowMs = 0) =>
      ctx.transact((tx) =>
        insertNonce(tx, { hash, machineId: machine, expiresAt: at(expiresMs) }, at(nowMs)),
      ),
    take: (hash: string, ms: number, machineId = machine) =>
      ctx.transact((tx) => takeNonce(tx, { hash, machineId }, at(ms))),
    present: (connectionId: string, replica: string, machineId = machine) =>
      ctx.transact((tx) => putPresence(tx, { machineId, replica, connectionId }, at(0))),
    async confirmed(replica: string, ms = 0): Promise<string[]> {
      return [...(await ctx.transact((tx) => confirmPresence(tx, replica, at(ms))))]
    },
  }
}
