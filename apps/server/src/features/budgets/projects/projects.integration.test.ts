import { projectsMax } from '@gridloom/contract/budgets/project'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { codeOf, type Somebody, withCompanies } from '../../../../test/companies.ts'

const usd = 1_000_000
const params = { project: 'training' }
const body = { amount_micro_usd: 20 * usd, on_exceed: 'stop' as const }

it('are created, described, archived and restored, and keep their budget', async () => {
  await using site = await withCompanies()
  const { client } = await site.somebody()
  const { budgets } = client
  expect(await budgets.projects()).toEqual({ projects: [], may_change: true })
  expect(await codeOf(budgets.project({ params }))).toBe('not_found')
  expect(await codeOf(budgets.changeProject({ params, body }))).toBe('not_found')
  await budgets.saveProject({ body: { name: 'training' } })
  await budgets.saveProject({ body: { name: 'training', description: 'Nightly runs' } })
  await budgets.changeProject({ params, body })
  expect(await budgets.account()).toMatchObject({ budget: null })
  const archived = await budgets.archiveProject({ params })
  expect(archived.projects).toMatchObject([
    {
      ...{ name: 'training', description: 'Nightly runs', spent_micro_usd: 0, held_micro_usd: 0 },
      budget: { amount_micro_usd: 20 * usd, left_micro_usd: 20 * usd },
    },
  ])
  expect(archived.projects[0]?.archived_at).not.toBeNull()
  const restored = await budgets.saveProject({ body: { name: 'training' } })
  expect(restored.projects[0]?.archived_at).toBeNull()
  expect((await budgets.removeProject({ params })).budget).toBeNull()
  const named = (name: string) => codeOf(budgets.saveProject({ body: { name } }))
  for (const wrong of ['-a', 'A', 'a b', 'a'.repeat(41), 'ä'])
    expect(await named(wrong)).toBe('invalid_input')
})

it('of a company are created by members, and changed and seen in dollars by owners and admins alone', async () => {
  await using site = await withCompanies()
  const { id, owner, admin, member } = await site.company()
  const acting = async (who: Somebody) => (await site.actAs(who, id)).client.budgets
  const owning = await site.actAs(owner, id)
  const [byAdmin, byMember] = [await acting(admin), await acting(member)]
  const byOwner = owning.client.budgets
  await byMember.saveProject({ body: { name: 'training' } })
  await byAdmin.changeProject({ params, body })
  await sql`insert into spend_days (spent_on, day, account_id, user_id, project, micro_usd)
    values ('ins_1', '2026-11-20', ${id}, ${owner.id}, 'training', 500)`.execute(site.db)
  expect(await byOwner.projects()).toMatchObject({
    may_change: true,
    projects: [{ spent_micro_usd: 500, budget: { left_micro_usd: 20 * usd - 500 } }],
  })
  expect(await byMember.projects()).toMatchObject({
    may_change: false,
    projects: [{ name: 'training', spent_micro_usd: null, held_micro_usd: null, budget: null }],
  })
  const query = { by: 'project' as const, from: '2026-11-20' }
  expect((await byOwner.spend({ query })).groups).toEqual([
    { id: 'training', name: '', micro_usd: 500 },
  ])
  expect((await byMember.spend({ query })).groups).toEqual([])
  for (const refused of [
    () => byMember.project({ params }),
    () => byMember.changeProject({ params, body }),
    () => byMember.removeProject({ params }),
    () => byMember.archiveProject({ params }),
  ])
    expect(await codeOf(refused())).toBe('forbidden')
  await owning.client.companies.close({ params: { id } })
  const { rows } = await sql`select account_id from projects
    union all select account_id from account_budgets`.execute(site.db)
  expect(rows).toEqual([])
})

it('are limited in number, also when created in parallel', async () => {
  await using site = await withCompanies()
  const { id, client } = await site.somebody()
  await sql`insert into projects (account_id, name, description, created_by, created_at)
    select ${id}, 'p' || n, '', ${id}, now() from generate_series(2, ${projectsMax}) n`.execute(
    site.db,
  )
  const tried = await Promise.all(
    ['a', 'b', 'c'].map((name) => codeOf(client.budgets.saveProject({ body: { name } }))),
  )
  expect(tried.toSorted()).toEqual(['good', 'limit_reached', 'limit_reached'])
})
