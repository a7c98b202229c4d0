import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aCapability } from '../../../../test/render-rows.ts'
import { type RenderSite, withRendering } from '../../../../test/render-site.ts'
import { adjustTrust } from './adjust-trust.ts'
import { listWaitingChecks, takeCheck } from './checks-store.ts'
import { isComparable } from './comparability-key.ts'
import {
  addFailedMachine,
  type ComparabilityKey,
  countComparable,
  countOthers,
  listWhole,
  readProducer,
} from './frame-parts-store.ts'

const comparabilityKey: ComparabilityKey = {
  version: '3.4.1',
  engine: 'cycles',
  denoise: false,
  device: 'cpu',
}

describe('comparable machines', () => {
  const gpu = [{ kind: 'optix', name: 'A GPU' }] as const

  it.each<[string, Partial<RenderCapability>, Partial<ComparabilityKey>, boolean]>([
    ['the very same', {}, {}, true],
    ['another version', { blender_version: '3.4.0' }, {}, false],
    ['no such engine', { engines: ['eevee'] }, {}, false],
    ['no denoiser, where one is needed', {}, { denoise: true }, false],
    [
      'a denoiser, where one is needed',
      { denoisers: ['openimagedenoise'] },
      { denoise: true },
      true,
    ],
    ['no such device', {}, { device: 'optix' }, false],
    ['that device', { devices: [...gpu] }, { device: 'optix' }, true],
    ['a GPU, where a CPU is meant', { devices: [...gpu] }, {}, false],
  ])('are counted by the key: %s', async (_, capability, wanted, alike) => {
    await using site = await withRendering()
    await site.machine({ capability: aCapability(capability) })
    const asked = { ...comparabilityKey, ...wanted }
    expect(
      await countComparable(site.db, { comparabilityKey: asked, accountsNot: [], which: 'any' }),
    ).toBe(alike ? 1 : 0)
    // The dispatcher's rule agrees.
    expect(isComparable(asked, aCapability(capability))).toBe(alike)
  })

  it('are online, enabled, admitted and not removed', async () => {
    await using site = await withRendering()
    const owner = await site.somebody()
    const machine = await site.machine({ owner })
    const count = () =>
      countComparable(site.db, { comparabilityKey, accountsNot: [], which: 'any' })
    expect(await count()).toBe(1)
    for (const [off, on] of [
      [sql`update machines set status = 'offline'`, sql`update machines set status = 'online'`],
      [
        sql`update render_machines set enabled = false`,
        sql`update render_machines set enabled = true`,
      ],
      [
        sql`update render_machines set admission = 'unverified'`,
        sql`update render_machines set admission = 'admitted'`,
      ],
      [sql`update machines set removed_at = now()`, sql`update machines set removed_at = null`],
    ] as const) {
      await off.execute(site.db)
      expect(await count()).toBe(0)
      await on.execute(site.db)
    }
    expect(
      await countComparable(site.db, { comparabilityKey, accountsNot: [owner], which: 'any' }),
    ).toBe(0)
    const asked = {
      comparabilityKey,
      accountsNot: [],
      machinesNot: [machine],
      which: 'any',
    } as const
    expect(await countComparable(site.db, asked)).toBe(0)
  })

  it('do not include a machine that cannot render', () => {
    expect(isComparable(comparabilityKey, null)).toBe(false)
  })
})

it('counts machines that could render a frame again, among the chosen ones', async () => {
  await using site = await withRendering()
  const [one, other] = [await site.machine(), await site.machine()]
  const count = (chosen: MachineId[], not: MachineId[]) =>
    countOthers(site.db, { engine: 'cycles', chosen, not })
  expect(await count([], [])).toBe(2)
  expect(await count([], [one])).toBe(1)
  expect(await count([one], [one])).toBe(0)
  expect(await count([other], [one])).toBe(1)
  expect(await countOthers(site.db, { engine: 'other', chosen: [], not: [] })).toBe(0)
})

it('records a machine that failed once, however often it does', async () => {
  await using site = await withRendering()
  const [one, other] = [await site.machine(), await site.machine()]
  const { id } = await site.job()
  const framePart = { job_id: id, number: 1, part: 0 }
  const counts = []
  for (const machine of [one, one, other])
    counts.push(await site.ctx.transact((tx) => addFailedMachine(tx, framePart, machine)))
  expect(counts).toEqual([1, 1, 2])
  expect((await site.frames(id))[0]?.failed_machines).toEqual([one, other])
})

it('assigns an open check to one of several concurrent claims', async () => {
  await using site = await withRendering()
  const { machine } = await withOpenCheck(site)
  const [check] = await listWaitingChecks(site.db, 10)
  if (check === undefined) throw new Error('there is one')
  const taken = await Promise.all(
    [1, 2, 3, 4].map(() => {
      const chunkId = site.ctx.ids.mint('renderChunk')
      return site.ctx.transact((tx) => takeCheck(tx, check, { chunkId, machineId: machine }))
    }),
  )
  expect(taken.filter((one) => one)).toHaveLength(1)
})

it('excludes from a check all accounts involved in it', async () => {
  await using site = await withRendering()
  const { producer, renter, machine } = await withOpenCheck(site)
  const accounts = async () => (await listWaitingChecks(site.db, 10))[0]?.accounts_not.toSorted()
  expect(await accounts()).toEqual([producer.account_id, renter].toSorted())
  const check = await site.extra(machine)
  if (check === undefined) throw new Error('there is a check')
  await site.machine()
  const third = await site.machine()
  await site.send(check, await site.part('frame-2.png', check))
  const voter = await readProducer(site.db, machine)
  // The second vote is that of a third owner.
  expect(await accounts()).toEqual([producer.account_id, renter, voter?.account_id].toSorted())
  expect(await site.extra(machine)).toBeUndefined()
  expect(await site.extra(third)).toMatchObject({ kind: 'check' })
})

it('lists frames whose parts are all done and that no machine is merging', async () => {
  await using site = await withRendering()
  const machine = await site.machine()
  const { id } = await site.job({ settings: { split: { kind: 'samples', ranges: 2 } } })
  const ranges = [0, 8].map((offset) => ({ region: null, sample_range: { offset, count: 8 } }))
  await site.splitInto(id, ranges)
  expect(await listWhole(site.db, 'samples', 10)).toEqual([])
  await site.renderAll(machine, ({ key }) => `range-${Number(key.split('.')[1]) - 1}.exr`)
  expect(await listWhole(site.db, 'samples', 10)).toMatchObject([
    { job_id: id, number: 1, part: 0 },
  ])
  expect(await listWhole(site.db, 'tiles', 10)).toEqual([])
  await site.extra(machine)
  expect(await listWhole(site.db, 'samples', 10)).toEqual([])
})

describe('the trust of a machine', () => {
  it('notifies the owner each time it falls, and refuses the machine once it is too low', async () => {
    await using site = await withRendering()
    const { producer, machine } = await withOpenCheck(site, 100)
    const fall = async (occasion: string) => {
      await site.ctx.transact((tx) =>
        adjustTrust(site.ctx, tx, { machine: producer, event: 'caught', occasion }),
      )
      return site.trustOf(producer.machine_id)
    }
    expect(await fall('1')).toMatchObject({ trust: 60, admission: 'admitted' })
    expect(await fall('2')).toMatchObject({ trust: 20, admission: 'admitted' })
    expect(await fall('3')).toMatchObject({ trust: 0, admission: 'refused' })
    expect((await site.emails()).length).toBe(3)
    await expect(site.claim(producer.machine_id)).rejects.toThrow('there were frames')
    expect(await site.trustOf(machine)).toMatchObject({ trust: 50 })
  })

  it('does nothing for a removed machine', async () => {
    await using site = await withRendering()
    const { producer } = await withOpenCheck(site)
    await sql`delete from render_machines where machine_id = ${producer.machine_id}`.execute(
      site.db,
    )
    await site.ctx.transact((tx) =>
      adjustTrust(site.ctx, tx, { machine: producer, event: 'caught', occasion: '1' }),
    )
    expect(await site.notices()).toEqual([])
  })
})

/** A picture that waits for a check, and a machine that could render the check. */
async function withOpenCheck(site: RenderSite, trust = 50) {
  const producerId = await site.machine({ trust })
  const machine = await site.machine()
  const job = await site.job({ frames: 2 })
  site.luck.push(0)
  await site.send(await site.claim(producerId), 'honest.png')
  const producer = await readProducer(site.db, producerId)
  if (producer === undefined) throw new Error('it is there')
  const renter: AccountId = job.owner
  return { job, renter, producer, machine }
}
