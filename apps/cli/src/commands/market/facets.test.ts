import { expect, it } from 'vitest'
import { Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'

const facets = {
  offers: 7,
  facets: [
    {
      ...{ field: 'gpu', more: true, lowest: null, highest: null },
      values: [{ value: 'NVIDIA GeForce RTX 4090', offers: 5 }],
    },
    { field: 'vram', values: [], more: false, lowest: 8_192, highest: 81_920 },
    { field: 'cuda', values: [], more: false, lowest: null, highest: null },
  ],
}

it('lists values with their offers, and the range of numbers', async () => {
  await using world = await aWorld({ answers: { 'market.facets': () => facets } })
  const ran = await world.run('offers', 'facets', '--fields', 'GPU,vram')
  expect(ran.stdout.split('\n').map((line) => line.replace(/ {2,}/g, '  '))).toEqual([
    'FIELD  VALUE  OFFERS',
    'gpu  NVIDIA GeForce RTX 4090  5',
    'gpu  and rarer ones  —',
    'vram  8 GiB to 80 GiB  —',
    '',
  ])
  expect(ran.stderr).toBe('7 offers match.\n')
  expect(world.server.calls.at(-1)?.query).toMatchObject({ fields: 'gpu,vram' })
})

it('sends a query and filters as `offers` does, and prints the contract’s JSON', async () => {
  await using world = await aWorld({ answers: { 'market.facets': () => facets } })
  const words = ['offers', 'facets', 'region:EU', '--kind', 'gpu', '--vram-gib', '24', '--json']
  expect(JSON.parse((await world.run(...words)).stdout)).toEqual(facets)
  expect(world.server.calls.at(-1)?.query).toEqual({
    ...{ q: 'region:EU', kind: 'gpu', vram_mib_min: 24_576, isolation: 'isolated' },
  })
})

it('refuses what is no field and what is no query, before any call', async () => {
  await using world = await aWorld({ answers: { 'market.facets': () => facets } })
  const ran = await world.run('offers', 'facets', '--fields', 'vrma')
  expect(ran).toMatchObject({ code: 2 })
  expect(ran.stderr).toContain('Did you mean vram?')
  expect((await world.run('offers', 'facets', 'vrma>=24')).code).toBe(2)
  expect(world.server.calls).toEqual([])
})

it('says where nothing has a value, and why a call failed', async () => {
  const none = { offers: 0, facets: [] }
  await using world = await aWorld({ answers: { 'market.facets': () => none } })
  expect((await world.run('offers', 'facets')).stdout).toContain('No offer has a value')
  const answers = { 'market.facets': () => new Refusal('too_many_requests') }
  await using busy = await aWorld({ answers })
  expect((await busy.run('offers', 'facets')).code).toBe(9)
})
