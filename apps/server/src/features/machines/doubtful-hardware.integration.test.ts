import type { Hardware } from '@gridloom/contract/machines/hardware'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { aGpu, aHardware, aHello } from '../../../test/messages.ts'
import { readMachine } from './list-machines.ts'

const engine = Object.assign({}, aHardware().engine, { runtimes: ['runc', 'nvidia'] })

it('offers a GPU once that its machine reports twice', async () => {
  await using market = await withMachines()
  const twice = [aGpu({ uuid: 'GPU-1', index: 0 }), aGpu({ uuid: 'GPU-1', index: 1 })]
  const id = await market.machine({ engine, gpus: twice })
  expect(await market.offerOf(id)).toMatchObject({ kind: 'gpu', slots_total: 1, slots_free: 1 })
})

it('stores up to 500 images of a machine, each once, and deletes those that are gone', async () => {
  await using market = await withMachines()
  const many = Array.from({ length: 600 }, (_, nth) => ({ name: `image-${nth}`, size_bytes: 1 }))
  const id = await market.machine({ images: [...many, ...many] })
  expect((await market.offerOf(id)).images).toHaveLength(500)
  await market.say(id, { kind: 'hardware', hardware: aHardware({ images: many.slice(0, 1) }) })
  expect((await market.offerOf(id)).images).toEqual(['image-0'])
})

it('ignores an agent’s own network benchmarks, even in a hello', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const measured_at = '2026-01-01T00:00:00.000Z'
  const benchmarks = (['network_down_mbps', 'network_up_mbps', 'network_rtt_ms'] as const).map(
    (kind) => ({ kind, value: 9_999, measured_at }),
  )
  await market.say(id, aHello({ benchmarks }))
  expect((await readMachine(market.provider, id)).benchmarks).toEqual([])
})

it('keeps the newer figure of a kind, in whichever order they arrive', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const figure = (value: number, minute: string) =>
    market.say(id, {
      kind: 'benchmark',
      benchmark: { kind: 'cpu_multi_mops', value, measured_at: `2026-01-01T00:${minute}:00.000Z` },
    })
  await figure(200, '02')
  const before = (await market.published()).length
  await figure(100, '01')
  await figure(150, '02')
  expect(await market.published()).toHaveLength(before)
  const { benchmarks } = await readMachine(market.provider, id)
  expect(benchmarks.map(({ value }) => value)).toEqual([200])
})

it('ignores messages of an unknown machine', async () => {
  await using market = await withMachines()
  const stranger = market.ctx.ids.mint('machine')
  const hardware: Hardware = aHardware()
  for (const message of [aHello(), { kind: 'hardware' as const, hardware }])
    await market.say(stranger, message)
  const { rows } = await sql`select (select count(*) from machines) as machines,
    (select count(*) from offers) as offers, (select count(*) from machine_images) as images`.execute(
    market.db,
  )
  expect(rows).toEqual([{ machines: 0, offers: 0, images: 0 }])
})
