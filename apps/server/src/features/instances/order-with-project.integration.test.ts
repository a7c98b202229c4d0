import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { AccountActor, Ctx } from '#platform/ctx'
import { insertApiKey, withKey } from '../../../test/api-keys.ts'
import { anOrder, withInstances } from '../../../test/instances.ts'
import { listInstances } from './list-instances.ts'
import { orderInstance } from './order-instance.ts'

it('books an order to its project, which it creates, else to that of the API key', async () => {
  await using fixture = await withInstances({ cpuSlots: 4 })
  const { id: offerId } = await fixture.offerOf(fixture.machineId)
  const place = (ctx: typeof fixture.renter, project?: string) =>
    orderInstance(ctx, anOrder(offerId, project === undefined ? {} : { project }), undefined)
  const named = await place(fixture.renter, 'training')
  const { accountId } = accountIn(fixture.renter)
  const keyId = await insertApiKey(fixture.renter, { accountId, budgetMicroUsd: null })
  await sql`update api_keys set project = 'ci' where id = ${keyId}`.execute(fixture.db)
  const keyed = withKey(fixture.renter, keyId)
  const byKey = await place(keyed)
  const other = await place(keyed, 'training')
  const none = await place(fixture.renter)
  expect([named, byKey, other, none].map(({ project }) => project)).toEqual([
    ...['training', 'ci', 'training'],
    null,
  ])
  const { rows } = await sql`select name from projects order by name`.execute(fixture.db)
  expect(rows).toEqual([{ name: 'ci' }, { name: 'training' }])
  const shown = await listInstances(fixture.renter, { destroyed: false, project: 'training' })
  expect(shown.map(({ id }) => id).toSorted()).toEqual([named.id, other.id].toSorted())
})

it('refuses an order with an archived project, and one that its budget does not cover', async () => {
  await using fixture = await withInstances({ cpuSlots: 4 })
  const { id: offerId } = await fixture.offerOf(fixture.machineId)
  const place = (project: string) =>
    orderInstance(fixture.renter, anOrder(offerId, { project }), undefined)
  const { held_micro_usd: held } = await place('training')
  const { accountId } = accountIn(fixture.renter)
  await sql`insert into account_budgets (account_id, project, amount_micro_usd, period, on_exceed,
      alert_percents, alert_forecast, changed_by, changed_at)
    values (${accountId}, 'training', ${held + 10}, 'monthly', 'stop', '{}', false, ${accountId}, now())`.execute(
    fixture.db,
  )
  await expect(place('training')).rejects.toMatchObject({
    code: 'project_budget_exceeded',
    details: { need_micro_usd: held, have_micro_usd: 10 },
  })
  await place('serving')
  await sql`update projects set archived_at = now() where name = 'serving'`.execute(fixture.db)
  await expect(place('serving')).rejects.toMatchObject({ code: 'project_archived' })
  expect(await fixture.slotsFree()).toBe(2)
})

function accountIn({ actor }: Pick<Ctx, 'actor'>): AccountActor {
  if (actor.kind !== 'account') throw new TypeError('not an account')
  return actor
}
