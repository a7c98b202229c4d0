import { agentPath } from '@gridloom/contract/agent/call'
import { volumeCalls } from '@gridloom/contract/agent/volumes-calls'
import type { VolumeId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accountIdOf, specsOf, withInstances } from '../../../test/instances.ts'
import { addAddressee } from '../../../test/mailed.ts'
import { allFeatures } from '../../platform/all-features.ts'
import type { InstancesCtx } from '../instances/ctx.ts'
import { destroyInstance } from '../instances/destroy-instance.ts'
import { readEarned } from '../ledger/read-instance-money.ts'
import { removeMachine } from '../machines/remove-machine.ts'
import { advanceVolumes } from './advance-volumes.ts'
import { chargeVolumes } from './charge-volumes.ts'
import { createVolume } from './create-volume.ts'
import type { VolumesCtx } from './ctx.ts'
import { volumesFeature } from './index.ts'
import { listVolumes, readVolume } from './read-volumes.ts'
import { removeVolume } from './remove-volume.ts'
import { syncVolumes } from './sync-volumes.ts'

const hourMs = 3_600_000
/** The stopped disk price of the machine. */
const rate = 360_000

describe('a volume', () => {
  it('is created by its machine, with its price for two hours on hold', async () => {
    await using site = await setup()
    const made = await site.create({ size_gb: 2 })
    expect(made).toMatchObject({
      ...{ name: 'data', state: 'creating', size_gb: 2, micro_usd_per_hour: 2 * rate },
      ...{ held_micro_usd: 4 * rate, charged_micro_usd: 0, attachments: [], ready_at: null },
    })
    await site.advance()
    expect(await site.read(made.id)).toMatchObject({ state: 'ready', failure: null })
    expect(site.bodyOf(made.id)).toEqual({ bytes: 2_000_000_000 })
    await site.expectCleanLedger()
  })

  it('takes the disk of its machine, which cannot be removed meanwhile, and returns it', async () => {
    await using site = await setup()
    const before = (await site.offerOf(site.machineId)).disk_free_gb
    const { id } = await site.create({ size_gb: 3 })
    expect((await site.offerOf(site.machineId)).disk_free_gb).toBe(before - 3)
    await expect(removeMachine(site.provider, site.machineId)).rejects.toMatchObject({
      code: 'machine_in_use',
      details: { count: '1 volume' },
    })
    const most = site.create({ name: 'more', size_gb: before - 2 })
    await expect(most).rejects.toMatchObject({ code: 'invalid_input' })
    await site.ready(id)
    await removeVolume(site.renter, id)
    expect((await site.offerOf(site.machineId)).disk_free_gb).toBe(before - 3)
    await site.advance()
    expect((await site.offerOf(site.machineId)).disk_free_gb).toBe(before)
    await removeMachine(site.provider, site.machineId)
  })

  it('is refused by name where the machine is too old, and costs nothing where it fails', async () => {
    await using site = await setup({ volumes: 'unknown' })
    await expect(site.create()).rejects.toMatchObject({ code: 'volumes_unsupported' })
    await using full = await setup()
    const { id } = await full.create()
    full.answer(id, 'create', { problem: { code: 'disk_full', text: 'No space.' } })
    await full.advance()
    expect(await full.read(id)).toMatchObject({
      ...{ state: 'failed', failure: 'disk_full', held_micro_usd: 0, charged_micro_usd: 0 },
    })
    expect(await full.notices()).toEqual([expect.stringContaining('could not be created')])
    await full.expectCleanLedger()
  })

  it('is asked for again after an interruption, and given up after a quarter of an hour', async () => {
    await using site = await setup()
    const { id } = await site.create()
    site.refuse(id, 'create', new Refused('machine_offline'))
    await site.advance()
    expect((await site.read(id)).state).toBe('creating')
    await site.clock.advance(16 * 60_000)
    await site.advance()
    expect(await site.read(id)).toMatchObject({ state: 'failed', failure: 'machine_silent' })
  })

  it('does not wait for machines that are away, however many volumes those are to delete', async () => {
    await using site = await setup()
    const away = await site.machine({ volumes: true }, 'away')
    await sql`insert into volumes (id, account_id, created_by, name, state, machine_id, provider_account_id, size_gb,
        micro_usd_per_hour, created_at)
      select 'vol_' || n, 'acc', 'acc', n::text, 'deleting', ${away}, 'acc', 1, 1, '2020-01-01'
      from generate_series(1, 2100) n`.execute(site.db)
    await site.ready((await site.create()).id)
  })

  it('keeps a name once among those of its account, until it is deleted', async () => {
    await using site = await setup()
    const { id } = await site.create()
    await expect(site.create()).rejects.toMatchObject({ code: 'volume_name_taken' })
    const [one, other] = await Promise.allSettled([
      site.create({ name: 'same' }),
      site.create({ name: 'same' }),
    ])
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
    await removeVolume(site.renter, id)
    await site.advance()
    await expect(readVolume(site.renter, id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await site.create()).name).toBe('data')
  })

  it('is unknown to strangers, whatever they do with it', async () => {
    await using site = await setup()
    const id = await site.readyVolume()
    const stranger = site.as(await site.account(100_000_000))
    const unknown = { code: 'not_found', details: { what: 'volume' } }
    await expect(readVolume(stranger, id)).rejects.toMatchObject(unknown)
    await expect(removeVolume(stranger, id)).rejects.toMatchObject(unknown)
    await expect(site.attach(id, {}, stranger)).rejects.toMatchObject(unknown)
    expect(await listVolumes(stranger)).toEqual([])
  })
})

describe('the charge of a volume', () => {
  it('is paid each hour to the provider, to the second, whether an instance has it or not', async () => {
    await using site = await setup()
    const id = await site.readyVolume()
    await site.online(3 * hourMs)
    await Promise.all([chargeVolumes(site.renter), chargeVolumes(site.renter)])
    expect(await site.read(id)).toMatchObject({
      charged_micro_usd: 2 * rate,
      held_micro_usd: 2 * rate,
    })
    await site.online(hourMs)
    await chargeVolumes(site.renter)
    expect((await site.read(id)).charged_micro_usd).toBe(3 * rate)
    const { rows } = await sql`select from volume_charges`.execute(site.db)
    expect(rows).toHaveLength(2)
    const earned = (await readEarned(site.db, [site.machineId])).get(site.machineId)
    expect(earned).toBe(3 * rate * 0.9)
    expect(await site.lines()).toEqual([
      { line: 'charge', product: 'storage', subject: id },
      { line: 'earning', product: 'storage', subject: site.machineId },
    ])
    await site.expectCleanLedger()
  })

  it('leaves out the time in which the machine was offline', async () => {
    await using site = await setup()
    const id = await site.readyVolume()
    await site.clock.advance(5 * hourMs)
    await site.online(hourMs / 2)
    await chargeVolumes(site.renter)
    expect((await site.read(id)).charged_micro_usd).toBe(rate / 2)
  })

  it('ends with the deletion, which releases what is on hold', async () => {
    await using site = await setup({ creditMicroUsd: 10 * rate })
    const id = await site.readyVolume()
    await site.online(hourMs / 4)
    await removeVolume(site.renter, id)
    expect(await site.read(id)).toMatchObject({
      ...{ state: 'deleting', charged_micro_usd: rate / 4, held_micro_usd: 0 },
    })
    await site.online(hourMs)
    await chargeVolumes(site.renter)
    expect((await site.read(id)).charged_micro_usd).toBe(rate / 4)
    await site.expectCleanLedger()
  })

  it('stops when the balance is used up: told at once, kept for 48 hours, then deleted', async () => {
    await using site = await setup({ creditMicroUsd: 2 * rate })
    const id = await site.readyVolume()
    await site.online(2 * hourMs)
    await chargeVolumes(site.renter)
    expect((await site.read(id)).kept_until).not.toBeNull()
    expect(await site.notices()).toEqual([expect.stringContaining('is kept until')])
    await expect(site.attach(id)).rejects.toMatchObject({ code: 'state_conflict' })
    await site.online(47 * hourMs)
    await chargeVolumes(site.renter)
    expect(await site.read(id)).toMatchObject({ state: 'ready', charged_micro_usd: 2 * rate })
    await site.online(2 * hourMs)
    await chargeVolumes(site.renter)
    expect((await site.read(id)).state).toBe('deleting')
    expect(await site.notices()).toHaveLength(2)
    await site.expectCleanLedger()
  })

  it('goes on once there are funds, without the time in between', async () => {
    await using site = await setup({ creditMicroUsd: 2 * rate })
    const id = await site.readyVolume()
    await site.online(2 * hourMs)
    await chargeVolumes(site.renter)
    await site.online(10 * hourMs)
    await site.earn(100 * rate)
    await chargeVolumes(site.renter)
    expect(await site.read(id)).toMatchObject({ kept_until: null, held_micro_usd: 2 * rate })
    await site.online(hourMs)
    await chargeVolumes(site.renter)
    expect((await site.read(id)).charged_micro_usd).toBe(3 * rate)
  })
})

describe('an instance with volumes', () => {
  it('is sent them with its spec, and shows them', async () => {
    await using site = await setup()
    const id = await site.readyVolume()
    const instance = await site.attach(id, { path: '/data', mode: 'read_only' })
    const mount = { path: '/data', mode: 'read_only' }
    expect(instance.volumes).toEqual([{ volume_id: id, name: 'data', ...mount }])
    await expect
      .poll(() => specsOf(site, instance.id))
      .toMatchObject([{ volumes: [{ volume: id, ...mount }] }])
    expect((await site.read(id)).attachments).toEqual([
      { instance_id: instance.id, label: 'Own image', ...mount },
    ])
  })

  it('keeps every other instance from a volume that it writes, until it is destroyed', async () => {
    await using site = await setup({ cpuSlots: 4 })
    const id = await site.readyVolume()
    const [one, other] = await Promise.allSettled([site.attach(id), site.attach(id)])
    const writers = [one, other].flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
    expect(writers).toHaveLength(1)
    const inUse = { code: 'volume_in_use', details: { name: 'data', instance: 'Own image' } }
    await expect(site.attach(id, { mode: 'read_only' })).rejects.toMatchObject(inUse)
    await expect(removeVolume(site.renter, id)).rejects.toMatchObject(inUse)
    const [writer] = writers
    if (writer === undefined) throw new RangeError('one order succeeds')
    await site.heartbeat([site.report(writer.id, { ready: true })])
    await destroyInstance(site.renter, writer.id)
    await expect(site.attach(id)).rejects.toMatchObject(inUse)
    await site.heartbeat([site.report(writer.id, { phase: 'destroyed', observed_generation: 2 })])
    expect((await site.attach(id)).volumes).toHaveLength(1)
  })

  it('shares a volume with others that only read it', async () => {
    await using site = await setup({ cpuSlots: 4 })
    const id = await site.readyVolume()
    await site.attach(id, { mode: 'read_only' })
    await site.attach(id, { mode: 'read_only' })
    expect((await site.read(id)).attachments).toHaveLength(2)
    await expect(site.attach(id)).rejects.toMatchObject({ code: 'volume_in_use' })
  })

  it('must be on the machine of its volumes, which must be ready', async () => {
    await using site = await setup({ cpuSlots: 4 })
    const { id } = await site.create()
    await expect(site.attach(id)).rejects.toMatchObject({
      code: 'state_conflict',
      details: { what: 'volume', state: 'creating' },
    })
    await site.ready(id)
    await sql`update volumes set machine_id = ${await site.machine()}`.execute(site.db)
    await expect(site.attach(id)).rejects.toMatchObject({
      code: 'volume_elsewhere',
      details: { name: 'data', machine: 'box' },
    })
    expect(await site.slotsFree()).toBe(4)
    await site.expectCleanLedger()
  })

  it('needs a key that may use volumes', async () => {
    await using site = await setup()
    const id = await site.readyVolume()
    const keyOf = (...scopes: ('instances:write' | 'volumes:read')[]) => {
      const { actor } = site.renter
      if (actor.kind !== 'account') throw new RangeError('the renter is an account')
      const via = { kind: 'key', keyId: site.ids.mint('apiKey'), scopes, models: null } as const
      return { ...site.renter, actor: { ...actor, via } }
    }
    const missing = { code: 'scope_missing', details: { scope: 'volumes:write' } }
    await expect(site.attach(id, {}, keyOf('instances:write'))).rejects.toMatchObject(missing)
    const reader = keyOf('instances:write', 'volumes:read')
    await expect(site.attach(id, {}, reader)).rejects.toMatchObject(missing)
  })
})

describe('a machine with volumes', () => {
  it('loses one that it no longer lists, which is not charged, and may have it again', async () => {
    await using site = await setup()
    const id = await site.readyVolume()
    await site.online(hourMs / 2)
    site.list([])
    await site.sync()
    expect(await site.read(id)).toMatchObject({
      ...{ state: 'failed', failure: 'lost', charged_micro_usd: rate / 2, held_micro_usd: 0 },
    })
    await site.online(10 * hourMs)
    site.list([{ volume: id, bytes: 1_000_000_000, used_bytes: 7 }])
    await site.sync()
    expect(await site.read(id)).toMatchObject({
      ...{ state: 'ready', failure: null, charged_micro_usd: rate / 2, held_micro_usd: 2 * rate },
      used_bytes: 7,
    })
    site.list([])
    await site.sync()
    expect(await site.notices()).toHaveLength(1)
    await site.expectCleanLedger()
  })

  it('deletes what was deleted here, and keeps what is not known here', async () => {
    await using site = await setup()
    const id = await site.readyVolume()
    await sql`update volumes set state = 'deleted'`.execute(site.db)
    await site.readyVolume('other')
    const unknown = site.ids.mint('volume')
    site.list([id, unknown].map((volume) => ({ volume, bytes: 1, used_bytes: null })))
    await site.sync()
    const removed = site.agents.called.filter(({ path }) => path.endsWith('/remove'))
    expect(removed.map(({ path }) => path)).toEqual([agentPath(volumeCalls.remove, { volume: id })])
  })

  it('is not believed to have lost anything where it cannot look', async () => {
    await using site = await setup()
    const id = await site.readyVolume()
    site.agents.answer(volumeCalls.list.path, () => {
      throw new Refused('upstream_failed')
    })
    await site.sync()
    expect((await site.read(id)).state).toBe('ready')
  })
})

interface Wanted {
  creditMicroUsd?: number
  cpuSlots?: number
  volumes?: 'unknown'
}

/** A renter and a machine whose agent creates and deletes every volume that it is asked to. */
async function setup({ creditMicroUsd = 100_000_000, cpuSlots, volumes }: Wanted = {}) {
  const hardware = volumes === 'unknown' ? {} : { volumes: true }
  const fixture = await withInstances({
    ...{ creditMicroUsd, hardware },
    ...(cpuSlots === undefined ? {} : { cpuSlots }),
  })
  const { agents, clock, db, machineId } = fixture
  const working = new Set<Promise<void>>()
  const signal = new AbortController().signal
  const volumeTurns: VolumesCtx['volumeTurns'] = {
    start: (_machine, work) => {
      // @NOTE the loops log failures and go on
      working.add(work(signal).catch(() => undefined))
    },
    [Symbol.asyncDispose]: async () => {},
  }
  const as = (ctx: InstancesCtx): VolumesCtx & InstancesCtx => ({
    ...ctx,
    volumeTurns,
    keySpendOf: allFeatures([volumesFeature]).keySpend,
  })
  const renter = as(fixture.renter)
  await addAddressee(db, { id: accountIdOf(renter), email: 'ada@example.com' })
  const settle = async () => {
    await Promise.all(working)
    working.clear()
  }
  const pathOf = (volume: VolumeId, call: 'create' | 'remove') =>
    agentPath(volumeCalls[call], { volume })
  const create = async (changed: { name?: string; size_gb?: number } = {}) => {
    const { id: offer_id } = await fixture.offerOf(machineId)
    const made = await createVolume(renter, { name: 'data', offer_id, size_gb: 1, ...changed })
    agents.answer(pathOf(made.id, 'create'), () => ({ problem: null }))
    return made
  }
  const advance = async () => {
    await advanceVolumes(renter)
    await settle()
  }
  const ready = async (id: VolumeId) => {
    await advance()
    expect((await readVolume(renter, id)).state).toBe('ready')
  }
  return {
    ...fixture,
    ...{ renter, as, create, advance, ready },
    ids: renter.ids,
    read: (id: VolumeId) => readVolume(renter, id),
    async readyVolume(name = 'data') {
      const { id } = await create({ name })
      await ready(id)
      return id
    },
    async sync() {
      await syncVolumes(renter)
      await settle()
    },
    answer: (id: VolumeId, call: 'create' | 'remove', answer: unknown) =>
      agents.answer(pathOf(id, call), () => answer),
    refuse: (id: VolumeId, call: 'create' | 'remove', why: Refused) =>
      agents.answer(pathOf(id, call), () => {
        throw why
      }),
    list: (listed: unknown) => agents.answer(volumeCalls.list.path, () => listed),
    bodyOf: (id: VolumeId) => agents.called.find(({ path }) => path === pathOf(id, 'create'))?.body,
    /** Orders an instance with the volume. */
    attach: (
      id: VolumeId,
      mount: { path?: string; mode?: string } = {},
      by: InstancesCtx = renter,
    ) => fixture.order({ volumes: [{ volume_id: id, path: '/data', ...mount }] }, by),
    /** Time passes with the machine online. */
    async online(ms: number) {
      await clock.advance(ms)
      await sql`update machine_heartbeats set online_ms = online_ms + ${ms}`.execute(db)
    },
    async notices() {
      const { rows } = await sql<{ text: string }>`select text from notices order by at`.execute(db)
      return rows.map(({ text }) => text)
    },
    async lines() {
      const { rows } = await sql`select distinct line, product, subject from ledger_lines
        where kind = 'capture' order by line`.execute(db)
      return rows
    },
  }
}
