import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance, idEndingIn } from '../../../test/samples.ts'

const at = '2026-11-26T09:00:00.000Z'
const instance = anInstance({ label: 'trial' })
const snapshot = {
  id: idEndingIn('snp', 'aaaa1111'),
  name: 'before the upgrade',
  state: 'ready',
  failure: null,
  instance_id: instance.id,
  instance_label: 'trial',
  machine_id: instance.machine_id,
  template_name: 'Debian',
  image: 'debian:12',
  disk_gb: 20,
  raw_bytes: 2_000_000,
  stored_bytes: 1_000_000,
  paused_ms: 40,
  created_at: at,
  ready_at: at,
}
const storage = {
  stored_bytes: 1_000_000,
  micro_usd_per_gb_month: 50_000,
  micro_usd_per_month: 50,
  kept_until: null,
}
const list = { 'snapshots.list': () => [snapshot], 'instances.list': () => [instance] }

describe('snapshots', () => {
  it('lists them with their sizes, and the price of all together', async () => {
    await using world = await aWorld({ answers: { ...list, 'snapshots.storage': () => storage } })
    const { stdout, stderr } = await world.run('snapshots', 'list')
    expect(stdout).toContain('before the upgrade')
    expect(stderr).toContain('a month')
  })

  it('renames one', async () => {
    const renamed = { ...snapshot, name: 'stable' }
    await using world = await aWorld({ answers: { ...list, 'snapshots.rename': () => renamed } })
    const words = ['snapshots', 'rename', 'before the upgrade', 'stable']
    expect((await world.run(...words)).stdout).toBe('Renamed to stable.\n')
    expect(world.server.calls.at(-1)).toMatchObject({
      params: { id: snapshot.id },
      body: { name: 'stable' },
    })
    expect(JSON.parse((await world.run(...words, '--json')).stdout)).toEqual(renamed)
    expect((await world.run('snapshots', 'rename', 'another', 'stable')).code).toBe(4)
  })

  it('creates one of an instance by its label', async () => {
    const answers = { ...list, 'snapshots.create': () => ({ ...snapshot, state: 'creating' }) }
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('snapshots', 'create', 'trial', '--name', 'now')
    expect(stdout).toContain('Creating before the upgrade')
    expect(world.server.calls.at(-1)).toMatchObject({
      params: { id: instance.id },
      body: { name: 'now' },
    })
  })

  it('fails with the reason when the one it waits for failed', async () => {
    const answers = {
      ...list,
      'snapshots.create': () => ({ ...snapshot, state: 'creating' }),
      'snapshots.read': () => ({ ...snapshot, state: 'failed', failure: 'has_volumes' }),
    }
    await using world = await aWorld({ answers })
    const ran = await world.run('snapshots', 'create', 'trial', '--wait')
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('has_volumes')
  })

  it('deletes one only after a confirmation', async () => {
    await using world = await aWorld({ answers: { ...list, 'snapshots.remove': () => ({}) } })
    expect((await world.run('snapshots', 'rm', 'before the upgrade')).code).toBe(2)
    expect((await world.run('snapshots', 'rm', 'before the upgrade', '--yes')).stdout).toBe(
      'Deleted before the upgrade.\n',
    )
  })
})

describe('move', () => {
  it('cancels a move', async () => {
    const move = {
      id: idEndingIn('mov', 'mmmm1111'),
      state: 'failed',
      failure: 'cancelled',
      instance_id: instance.id,
      new_instance_id: idEndingIn('ins', 'nnnn2222'),
      snapshot_id: snapshot.id,
      created_at: at,
      ended_at: at,
    }
    await using world = await aWorld({ answers: { ...list, 'snapshots.cancelMove': () => move } })
    const { stdout } = await world.run('move', 'trial', '--cancel')
    expect(stdout).toBe('Cancelled. trial stays on its machine.\n')
  })

  it('asks for the machine', async () => {
    await using world = await aWorld({ answers: list })
    expect((await world.run('move', 'trial')).code).toBe(2)
  })
})
