import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BrokenFile, Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { aMachine } from '../../../test/samples.ts'

const at = '2026-11-27T09:00:00.000Z'
const asked = {
  p10_micro_usd_per_hour: 200_000,
  median_micro_usd_per_hour: 300_000,
  p90_micro_usd_per_hour: 450_000,
}
const prices = [
  {
    hardware_class: 'gpu:NVIDIA GeForce RTX 4090',
    at,
    ...asked,
    paid_median_micro_usd_per_hour: 250_000,
    units_listed: 40,
    units_rented: 30,
    last_rented: { micro_usd_per_hour: 260_000, at },
    days: [],
  },
  {
    hardware_class: 'cpu',
    at,
    ...asked,
    paid_median_micro_usd_per_hour: null,
    units_listed: 0,
    units_rented: 0,
    last_rented: null,
    days: [],
  },
]
const day = {
  day: '2026-11-26',
  hardware_class: prices[0]?.hardware_class,
  ...asked,
  paid_median_micro_usd_per_hour: null,
  last_rented_micro_usd_per_hour: null,
  unit_hours_listed: 100,
  unit_hours_rented: 25,
}
const answers = { 'prices.list': () => prices, 'prices.history': () => [day] }

describe('prices', () => {
  it('lists all hardware with what is asked, paid and rented', async () => {
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('prices')
    expect(stdout).toMatch(/NVIDIA GeForce RTX 4090 +\$0\.20\/h +\$0\.30\/h .*75 %/)
    expect(stdout).toMatch(/CPU thread .* — +— +—/)
  })

  it('shows the days of the hardware whose name has the words', async () => {
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('prices', '4090', '--days', '7')
    expect(stdout).toMatch(/2026-11-26 .*25 %/)
    expect(world.server.calls.at(-1)?.query).toMatchObject({ days: 7 })
    expect(await world.run('prices', 'no-such-thing')).toMatchObject({ code: 4 })
    expect(await world.run('prices', 'cpu', '--days', '9999')).toMatchObject({ code: 2 })
  })
})

describe('machines suggest', () => {
  it('says what the market says about the price of a machine', async () => {
    const use = { micro_usd_per_day: 4_636_800, unit_hours: 500, rented_percent: 92 }
    const suggestion = {
      machine_id: aMachine().id,
      hardware_class: 'gpu:RTX 4090',
      asked_micro_usd_per_hour: 300_000,
      verdict: 'lower',
      now: {
        ...use,
        micro_usd_per_hour: 300_000,
        rented_percent: 20,
        micro_usd_per_day: 1_440_000,
      },
      best: { ...use, micro_usd_per_hour: 210_000 },
    }
    const all = { 'machines.list': () => [aMachine()], 'prices.suggest': () => [suggestion] }
    await using world = await aWorld({ answers: all })
    const ran = await world.run('machines', 'suggest', 'tower')
    expect(ran.stdout).toMatch(/RTX 4090 +\$0\.30\/h +\$0\.21\/h +92 % +\$4\.64 +lower/)
    expect(ran.stderr).toContain('92 % of the time was rented: $4.64 a day, instead of $1.44.')
  })
})

describe('prices files', () => {
  it('lists the months of open data', async () => {
    await using world = await aWorld({ answers: { 'prices.months': () => ['2026-11', '2026-10'] } })
    expect((await world.run('prices', 'files')).stdout).toBe('MONTH\n2026-11\n2026-10\n')
    const { stdout } = await world.run('prices', 'files', '--json')
    expect(JSON.parse(stdout)).toEqual(['2026-11', '2026-10'])
    const completed = await world.run('complete', '--', 'prices', 'download', '2026-1')
    expect(completed.stdout).toContain('2026-10')
  })

  it('says when the first one comes', async () => {
    await using world = await aWorld({ answers: { 'prices.months': () => [] } })
    expect((await world.run('prices', 'files')).stdout).toContain('published when it is over')
  })
})

describe('prices download', () => {
  const parquet = bytesOf('PAR1 days PAR1')

  it('writes the file, and says where and how large', async () => {
    await using world = await aWorld({ answers: { 'prices.file': () => parquet } })
    const file = join(world.home, 'new', 'prices.parquet')
    const words = ['prices', 'download', '2026-11', '--format', 'parquet', '-o', file]
    expect((await world.run(...words)).stdout).toBe(`Saved ${file} (14 B).\n`)
    expect(world.server.calls.at(-1)?.params).toEqual({ name: '2026-11.parquet' })
    expect(await readFile(file)).toEqual(parquet)
    const again = await world.run(...words, '--force', '--json')
    expect(JSON.parse(again.stdout)).toEqual({ file, bytes: 14 })
    expect(await readdir(join(world.home, 'new'))).toEqual(['prices.parquet'])
  })

  it('writes to standard output on request', async () => {
    await using world = await aWorld({ answers: { 'prices.file': () => bytesOf('[]') } })
    const { stdout } = await world.run('prices', 'download', '2026-11', '-o', '-')
    expect(stdout).toBe('[]')
  })

  it('replaces no file without --force, and asks for none', async () => {
    await using world = await aWorld({ answers: { 'prices.file': () => parquet } })
    const file = join(world.home, 'mine.json')
    await writeFile(file, 'mine')
    const ran = await world.run('prices', 'download', '2026-11', '-o', file)
    expect(ran).toMatchObject({ code: 2 })
    expect(ran.stderr).toContain('Add --force to replace it.')
    expect(world.server.calls).toEqual([])
    expect(await readFile(file, 'utf8')).toBe('mine')
  })

  it.each([[[]], [['--force']]])(
    'leaves nothing of a file whose connection breaks, and the old one as it is: %s',
    async (options) => {
      await using world = await aWorld({
        answers: { 'prices.file': () => new BrokenFile(parquet) },
      })
      const file = join(world.home, 'prices.json')
      if (options.length > 0) await writeFile(file, 'old')
      const before = await readdir(world.home)
      const ran = await world.run('prices', 'download', '2026-11', '-o', file, ...options)
      expect(ran).toMatchObject({ code: 7, stdout: '' })
      expect(await readdir(world.home)).toEqual(before)
      if (options.length > 0) expect(await readFile(file, 'utf8')).toBe('old')
    },
  )

  it('names the way to the months for one that is not there, and refuses what is none', async () => {
    await using world = await aWorld({ answers: { 'prices.file': () => new Refusal('not_found') } })
    const ran = await world.run('prices', 'download', '2025-01')
    expect(ran).toMatchObject({ code: 4 })
    expect(ran.stderr).toContain('gridloom prices files')
    expect(await world.run('prices', 'download', 'May')).toMatchObject({ code: 2 })
    expect(await world.run('prices', 'download', '2025-01', '--format', 'csv')).toMatchObject({
      code: 2,
    })
  })
})

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}
