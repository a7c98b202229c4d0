import { type AccountId, MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { addAddressee, addCompany } from '../../../test/mailed.ts'
import { listListedOf, selectEveryMachine } from './operator-machines-store.ts'
import { removeMachine } from './remove-machine.ts'

const everything = { limit: 100, offset: 0 }

const searches: [meaning: string, search: string, names: string[]][] = [
  ['a part of a name, in any case', 'ATT', ['attic']],
  ['a part of an owner’s address', 'ada@', ['50% off', 'attic']],
  ['a company’s name', 'Acme', ['cellar']],
  ['a percent sign as a percent sign', '%', ['50% off']],
  ['an underscore as an underscore', '_', ['under_score']],
  ['a backslash as a backslash', '\\', []],
  ['a quote as a quote', "' or true --", []],
  ['nothing, and finds all', '', ['50% off', 'attic', 'cellar', 'under_score']],
]

it('lists every machine on exactly one page, even if all were enrolled at the same time', async () => {
  await using market = await setup()
  await sql`update machines set enrolled_at = '2026-01-01'`.execute(market.db)
  const whole = await market.find(everything)
  for (const limit of [1, 2, 3, 4]) {
    const paged: string[] = []
    for (let offset = 0; offset < whole.total; offset += limit)
      paged.push(...(await market.find({ limit, offset })).names)
    expect(paged).toEqual(whole.names)
  }
})

it('lists the newest first, with the total on any page', async () => {
  await using market = await setup()
  expect(await market.find({ limit: 2, offset: 0 })).toMatchObject({
    names: ['50% off', 'attic'],
    total: 4,
  })
  expect(await market.find({ limit: 2, offset: 50 })).toEqual({ names: [], owners: [], total: 4 })
})

it('matches the search text literally, in names and owners', async () => {
  await using market = await setup()
  for (const [meaning, search, names] of searches) {
    const found = await market.find({ ...everything, search })
    expect({ meaning, ...found, owners: [] }).toEqual({
      meaning,
      names,
      owners: [],
      total: names.length,
    })
  }
})

it('matches whole ids of machines and owners', async () => {
  await using market = await setup()
  const { machines } = await selectEveryMachine(market.db, { ...everything, search: 'attic' })
  const [{ id, account_id } = { id: '', account_id: '' }] = machines
  expect((await market.find({ ...everything, search: id })).names).toEqual(['attic'])
  expect((await market.find({ ...everything, search: id.slice(0, -1) })).names).toEqual([])
  expect((await market.find({ ...everything, search: account_id })).total).toBe(2)
})

it('returns the owner: a user’s email, a company’s name, or nothing if unknown', async () => {
  await using market = await setup()
  expect((await market.find(everything)).owners).toEqual([
    'ada@example.com',
    'ada@example.com',
    'Acme',
    '',
  ])
})

it('leaves removed machines out of the list and the total', async () => {
  await using market = await setup()
  const { machines } = await selectEveryMachine(market.db, { ...everything, search: 'under' })
  const id = MachineId.parse(machines[0]?.id)
  await removeMachine(market.provider, id)
  expect(await market.find(everything)).toMatchObject({ total: 3 })
  expect((await market.find({ ...everything, id })).names).toEqual([])
})

it('lists an account’s listed machines in the order of ids', async () => {
  await using market = await setup()
  const listed = () => market.ctx.transact((tx) => listListedOf(tx, market.ada))
  const ids = await listed()
  expect(ids).toEqual(ids.toSorted())
  expect(ids).toHaveLength(2)
  await sql`update machines set listed = false where id = ${ids[0]}`.execute(market.db)
  await sql`update machines set removed_at = now() where id = ${ids[1]}`.execute(market.db)
  expect(await listed()).toEqual([])
})

/** Four machines, enrolled a day apart: one of an unknown owner, one of a company, and two of Ada's. */
async function setup() {
  const market = await withMachines()
  const ada: AccountId = market.ctx.ids.mint('account')
  const acme: AccountId = market.ctx.ids.mint('account')
  await addAddressee(market.db, { id: ada, email: 'ada@example.com' })
  await addCompany(market.db, { id: acme, members: [] })
  const owners = [null, acme, ada, ada]
  for (const [day, name] of ['under_score', 'cellar', 'attic', '50% off'].entries()) {
    const id = await market.enrol(market.provider, name)
    await sql`update machines set enrolled_at = '2026-01-01'::timestamptz + ${day} * interval '1 day',
      account_id = coalesce(${owners[day] ?? null}, account_id) where id = ${id}`.execute(market.db)
  }
  return {
    ...market,
    ada,
    async find(asked: Parameters<typeof selectEveryMachine>[1]) {
      const { machines, total } = await selectEveryMachine(market.db, asked)
      return {
        names: machines.map(({ name }) => name),
        owners: machines.map(({ owner_email }) => owner_email),
        total,
      }
    },
  }
}
