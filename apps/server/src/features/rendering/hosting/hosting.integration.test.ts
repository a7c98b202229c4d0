import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { anActor } from '@gridloom/testkit/actor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aCapability } from '../../../../test/render-rows.ts'
import { microUsdPerSecond, type RenderSite, withRendering } from '../../../../test/render-site.ts'
import { changeMachineRendering } from './change-machine.ts'
import { readMachineRendering } from './read-machine.ts'

it('shows an owner a machine’s capability, price, score, trust and earnings', async () => {
  await using site = await withRendering()
  const owner = await site.somebody()
  const machine = await site.machine({ owner, score: 1.5 })
  await site.job()
  await site.renderAll(machine, () => 'honest.png')
  expect(await read(site, owner, machine)).toEqual({
    machine_id: machine,
    enabled: true,
    micro_usd_per_reference_hour: 3_600_000,
    capability: aCapability(),
    missing: null,
    admission: 'admitted',
    score: 1.5,
    trust: 50,
    vouched: true,
    checkers: 0,
    frames_held: 0,
    held_micro_usd: 0,
    frames_paid: 1,
    frames_refused: 0,
    earned_micro_usd: await site.earned(machine),
    checks: [],
  })
  // Two seconds on a machine of score 1.5, less the fee.
  expect(await site.earned(machine)).toBeLessThanOrEqual(3 * microUsdPerSecond)
  expect(await site.earned(machine)).toBeGreaterThan(2 * microUsdPerSecond)
})

it('includes earnings from welcome credit', async () => {
  await using site = await withRendering()
  const [owner, renter] = [await site.somebody(), await site.newcomer()]
  const machine = await site.machine({ owner })
  await site.job({ accountId: renter })
  await site.renderAll(machine, () => 'honest.png')
  expect(await site.earned(machine)).toBe(0)
  expect((await read(site, owner, machine)).earned_micro_usd).toBeGreaterThan(microUsdPerSecond)
})

it('shows the held pay of a machine that cannot be checked, and the number of possible checkers', async () => {
  await using site = await withRendering()
  const owner = await site.somebody()
  const machine = await site.machine({ owner, vouched: false })
  await site.job()
  await site.renderAll(machine, () => 'honest.png')
  const alone = { checkers: 0, frames_held: 1, held_micro_usd: 2 * microUsdPerSecond }
  expect(await read(site, owner, machine)).toMatchObject({ ...alone, earned_micro_usd: 0 })
  await site.machine()
  expect(await read(site, owner, machine)).toMatchObject({ checkers: 1 })
})

it('shows the checks of its pictures with region, difference and outcome', async () => {
  await using site = await withRendering()
  const owner = await site.somebody()
  const neighbour = await site.somebody()
  const machine = await site.machine({ owner })
  const other = await site.machine({ owner: neighbour })
  await site.job()
  await site.send(await site.claim(machine), 'half-samples.png')
  const check = await site.extra(other)
  if (check === undefined) throw new Error('there is a check')
  await site.send(check, await site.part('honest.png', check))
  const { checks } = await read(site, owner, machine)
  expect(checks).toMatchObject([
    { frame: 1, machine_id: machine, outcome: 'undecided', region: { width: 32, height: 32 } },
  ])
  expect(checks[0]?.psnr_db).toBeLessThan(60)
  expect(checks[0]?.differing_percent).toBeGreaterThan(0.1)
  // Checks that a machine made of others are not shown.
  expect((await read(site, neighbour, other)).checks).toEqual([])
})

it('shows defaults for a machine that has not reported yet', async () => {
  await using site = await withRendering()
  const owner = await site.somebody()
  const machine = await site.machine({ owner })
  await sql`delete from render_machines where machine_id = ${machine}`.execute(site.db)
  expect(await read(site, owner, machine)).toMatchObject({
    enabled: true,
    micro_usd_per_reference_hour: 300_000,
    capability: null,
    admission: 'unverified',
    trust: 50,
  })
})

it('gives a disabled machine no work, and applies a new price only to new chunks', async () => {
  await using site = await withRendering()
  const owner = await site.somebody()
  const machine = await site.machine({ owner })
  const ctx = site.ctxAs(anActor(owner))
  await site.job({ frames: 3 })
  const before = await site.claim(machine)
  const changed = await changeMachineRendering(ctx, machine, {
    micro_usd_per_reference_hour: 7_200_000,
  })
  expect(changed).toMatchObject({ enabled: true, micro_usd_per_reference_hour: 7_200_000 })
  expect(await site.claim(machine)).toMatchObject({ micro_usd_per_reference_hour: 7_200_000 })
  expect(await site.chunkOf(before.id)).toMatchObject({ micro_usd_per_reference_hour: 3_600_000 })
  const off = await changeMachineRendering(ctx, machine, { enabled: false })
  expect(off).toMatchObject({ enabled: false, micro_usd_per_reference_hour: 7_200_000 })
  await expect(site.claim(machine)).rejects.toThrow('there were frames')
})

it('cannot be read or changed by another account', async () => {
  await using site = await withRendering()
  const machine = await site.machine()
  const stranger = site.ctxAs(anActor(await site.somebody()))
  const unknown = { code: 'not_found' }
  await expect(readMachineRendering(stranger, machine)).rejects.toMatchObject(unknown)
  const changed = changeMachineRendering(stranger, machine, { enabled: false })
  await expect(changed).rejects.toMatchObject(unknown)
})

it('is not found once the machine is removed', async () => {
  await using site = await withRendering()
  const owner = await site.somebody()
  const machine = await site.machine({ owner })
  await sql`update machines set removed_at = now() where id = ${machine}`.execute(site.db)
  await expect(read(site, owner, machine)).rejects.toMatchObject({ code: 'not_found' })
})

function read(site: RenderSite, owner: AccountId, machine: MachineId) {
  return readMachineRendering(site.ctxAs(anActor(owner)), machine)
}
