import { generateKeyPairSync, sign } from 'node:crypto'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { type UsageEntry, usageStatement } from '@gridloom/contract/agent/usage'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { type InstancesFixture, withInstances } from '../../../test/instances.ts'
import { aHello } from '../../../test/messages.ts'
import { recordAlive, recordOutage } from '../../platform/outages/record-alive.ts'
import { registerKey } from '../agents/index.ts'
import { handleMessage } from './handle-message.ts'
import { loseSilent } from './lose-silent.ts'
import { readInstanceReceipt } from './read-instance-receipt.ts'

describe('an instance that runs while the control plane is away', () => {
  it('is charged for what its machine counted, once', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const up = await fixture.pass(60, fixture.report(id, { ready: true }))
    await beAway(fixture, 600_000)
    const back = { ...up, ready_s: 660 }
    for (const _ of [1, 2]) await fixture.say(aHello({ instances: [back] }))
    expect(await readInstanceReceipt(fixture.renter, id)).toMatchObject({ running_s: 660 })
    await fixture.pass(60, back)
    expect(await readInstanceReceipt(fixture.renter, id)).toMatchObject({ running_s: 720 })
    await fixture.expectCleanLedger()
  })

  it('is not lost before its machine had time to reconnect', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await fixture.pass(60, fixture.report(id, { ready: true }))
    await beAway(fixture, 600_000)
    await fixture.clock.advance(59_000)
    expect(await loseSilent(fixture.system)).toBe(0)
    await fixture.clock.advance(2_000)
    expect(await loseSilent(fixture.system)).toBe(1)
  })

  it('is charged for the time away although it was lost afterwards and its hold released', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const up = await fixture.pass(60, fixture.report(id, { ready: true }))
    await beAway(fixture, 600_000)
    await fixture.clock.advance(3_600_000)
    await loseSilent(fixture.system)
    expect(await fixture.money(id)).toMatchObject({ heldMicroUsd: 0 })
    await fixture.say(aHello({ instances: [{ ...up, ready_s: 4_260, running_s: 4_260 }] }))
    // The outage, and a minute in which machines reconnect; the hour after it is the machine's own.
    expect(await readInstanceReceipt(fixture.renter, id)).toMatchObject({ running_s: 720 })
    await fixture.expectCleanLedger()
  })

  it('is charged for no more than its renter has', async () => {
    await using fixture = await withInstances({ creditMicroUsd: 1_000_000 })
    const id = await fixture.running()
    const up = await fixture.pass(60, fixture.report(id, { ready: true }))
    await beAway(fixture, 7_200_000)
    await fixture.say(aHello({ instances: [{ ...up, ready_s: 7_260, running_s: 7_260 }] }))
    const { total_micro_usd } = await readInstanceReceipt(fixture.renter, id)
    expect(total_micro_usd).toBe(1_000_000)
    expect((await fixture.row(id)).desired).toBe('stopped')
    await fixture.expectCleanLedger()
  })
})

describe('the usage journal of a machine', () => {
  it('limits the charge to what it counted while the control plane was away, and is kept', async () => {
    await using fixture = await withInstances()
    const { id, entry, journal } = await journalling(fixture)
    const startMs = fixture.clock.now().getTime()
    await beAway(fixture, 600_000)
    await fixture.clock.advance(600_000)
    // It counted 100 s, stood still, and went on when the control plane was back and the machine was not.
    const entries = [entry(160, startMs + 100_000), entry(160, startMs + 660_000)]
    journal(entries)
    await fixture.say(helloOf(fixture, id, 700, entries.at(-1)?.sequence))
    const { running_s } = await readInstanceReceipt(fixture.renter, id)
    expect(running_s).toBeGreaterThanOrEqual(160)
    expect(running_s).toBeLessThanOrEqual(170)
    expect(await countEvidence(fixture, id)).toBe(2)
    expect(fixture.agents.called).toContainEqual(
      expect.objectContaining({ method: 'PUT', body: { through: entries.at(-1)?.sequence } }),
    )
  })

  it('is kept while a report cannot be applied, and charged with the next one', async () => {
    await using fixture = await withInstances()
    const { id, entry, journal } = await journalling(fixture)
    const startMs = fixture.clock.now().getTime()
    await beAway(fixture, 600_000)
    const entries = [entry(160, startMs + 100_000), entry(160, startMs + 590_000)]
    journal(entries)
    vi.spyOn(fixture.system, 'transact').mockRejectedValueOnce(new Error('the database is gone'))
    await fixture.say(helloOf(fixture, id, 170, entries.at(-1)?.sequence))
    const forgotten = () => fixture.agents.called.filter(({ method }) => method === 'PUT')
    expect(forgotten().map(({ body }) => body)).not.toContainEqual({ through: 2 })
    await fixture.clock.advance(5_000)
    const report = fixture.report(id, { ready: true, ready_s: 175, running_s: 175 })
    for (const _ of [1, 2]) await fixture.heartbeat([report])
    const { running_s } = await readInstanceReceipt(fixture.renter, id)
    expect(running_s).toBeGreaterThanOrEqual(160)
    expect(running_s).toBeLessThanOrEqual(175)
    expect(await countEvidence(fixture, id)).toBe(2)
    const through = forgotten().filter(({ body }) => Object(body).through === 2)
    expect(through).toHaveLength(1)
    await fixture.expectCleanLedger()
  })

  it('is charged once by a second hello, after the first one could not be settled', async () => {
    await using fixture = await withInstances()
    const { id, entry, journal } = await journalling(fixture)
    const startMs = fixture.clock.now().getTime()
    await beAway(fixture, 600_000)
    const entries = [entry(160, startMs + 100_000), entry(160, startMs + 590_000)]
    journal(entries)
    const hello = () => fixture.say(helloOf(fixture, id, 170, 2))
    vi.spyOn(fixture.system, 'transact').mockRejectedValueOnce(new Error('the database is gone'))
    await hello()
    expect(throughs(fixture)).toEqual([])
    // The journal is still there the third time: a machine may not learn that it was taken.
    for (const _ of [2, 3]) await hello()
    const { running_s } = await readInstanceReceipt(fixture.renter, id)
    expect(running_s).toBeGreaterThanOrEqual(160)
    expect(running_s).toBeLessThanOrEqual(170)
    expect(await countEvidence(fixture, id)).toBe(2)
    expect(throughs(fixture)).toEqual([2, 2])
    await fixture.expectCleanLedger()
  })

  it('is read with the next report where the time away could not be read', async () => {
    await using fixture = await withInstances()
    const { id, entry, journal } = await journalling(fixture)
    const startMs = fixture.clock.now().getTime()
    await beAway(fixture, 600_000)
    journal([entry(160, startMs + 100_000), entry(160, startMs + 590_000)])
    vi.spyOn(fixture.system.db, 'withTables').mockImplementationOnce(() => {
      throw new Error('the database is gone')
    })
    const { machineId } = fixture
    const event = { machineId, connectionId: 'test', receivedAt: fixture.clock.now() }
    const hello = handleMessage(fixture.system, { ...event, message: helloOf(fixture, id, 170, 2) })
    await expect(hello).rejects.toThrow('is gone')
    await fixture.clock.advance(5_000)
    const report = fixture.report(id, { ready: true, ready_s: 175, running_s: 175 })
    await fixture.heartbeat([report])
    const { running_s } = await readInstanceReceipt(fixture.renter, id)
    expect(running_s).toBeGreaterThanOrEqual(160)
    expect(running_s).toBeLessThanOrEqual(175)
    expect(throughs(fixture)).toEqual([2])
    await fixture.expectCleanLedger()
  })

  it('is ignored where its signature is of another key, or of another entry', async () => {
    await using fixture = await withInstances()
    const { id, entry, journal } = await journalling(fixture)
    const startMs = fixture.clock.now().getTime()
    await beAway(fixture, 600_000)
    const forged = { ...entry(160, startMs + 100_000), running_s: 400 }
    const foreign = entry(160, startMs + 200_000, generateKeyPairSync('ed25519').privateKey)
    journal([forged, foreign])
    await fixture.say(helloOf(fixture, id, 660, foreign.sequence))
    expect(await readInstanceReceipt(fixture.renter, id)).toMatchObject({ running_s: 660 })
    expect(await countEvidence(fixture, id)).toBe(0)
  })

  it('is read only after an outage, and deleted all the same', async () => {
    await using fixture = await withInstances()
    const { id, entry, journal } = await journalling(fixture)
    journal([entry(160, fixture.clock.now().getTime() + 100_000)])
    await fixture.clock.advance(600_000)
    await fixture.say(helloOf(fixture, id, 660, 7))
    expect(await readInstanceReceipt(fixture.renter, id)).toMatchObject({ running_s: 60 })
    const methods = fixture.agents.called
      .filter(({ path }) => path === instanceCalls.readUsage.path)
      .map(({ method }) => method)
    expect(methods).toEqual(['PUT'])
  })

  it('that cannot be read leaves the counters alone to be charged', async () => {
    await using fixture = await withInstances()
    const { id } = await journalling(fixture)
    fixture.agents.answer(instanceCalls.readUsage.path, () => {
      throw new Error('torn')
    })
    await beAway(fixture, 600_000)
    await fixture.say(helloOf(fixture, id, 660, 7))
    expect(await readInstanceReceipt(fixture.renter, id)).toMatchObject({ running_s: 660 })
  })
})

/** The last replica ends now, and the first one starts after this time. */
async function beAway({ clock, system }: InstancesFixture, ms: number): Promise<void> {
  await recordAlive(system)
  await clock.advance(ms)
  await recordOutage(system)
}

/** An instance that ran for a minute on a machine with a key and a journal. */
async function journalling(fixture: InstancesFixture) {
  const { machineId } = fixture
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  await fixture.system.transact((tx) => registerKey(tx, { machineId, publicKey: x }))
  const id = await fixture.running()
  await fixture.pass(60, fixture.report(id, { ready: true }))
  let sequence = 0
  return {
    id,
    journal: (entries: readonly UsageEntry[]) =>
      fixture.agents.answer(instanceCalls.readUsage.path, () => ({
        now_ms: fixture.clock.now().getTime(),
        entries,
      })),
    entry(running_s: number, at_ms: number, key = privateKey): UsageEntry {
      sequence += 1
      const unsigned = {
        sequence,
        instance_id: id,
        at_ms,
        ready_s: running_s,
        running_s,
        stopped_s: 0,
      }
      const bytes = Buffer.from(usageStatement(machineId, unsigned))
      return { ...unsigned, signature: sign(null, bytes, key).toString('base64url') }
    },
  }
}

function helloOf(fixture: InstancesFixture, id: InstanceId, runningS: number, through = 0) {
  const report = fixture.report(id, { ready: true, ready_s: runningS, running_s: runningS })
  return aHello({ instances: [report], usage_through: through })
}

/** The entries up to which the machine was told to delete its journal. */
function throughs({ agents }: InstancesFixture): unknown[] {
  return agents.called
    .filter(({ method, path }) => method === 'PUT' && path === instanceCalls.forgetUsage.path)
    .map(({ body }) => Object(body).through)
}

async function countEvidence({ system }: InstancesFixture, id: InstanceId): Promise<number> {
  const { rows } = await sql`select 1 from usage_entries where instance_id = ${id}`.execute(
    system.db,
  )
  return rows.length
}
