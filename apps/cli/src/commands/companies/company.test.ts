import { describe, expect, it } from 'vitest'
import { type Answers, Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { aBalance, idEndingIn } from '../../../test/samples.ts'

const at = '2026-11-21T09:00:00.000Z'
const acme = {
  id: idEndingIn('acc', 'aaaa1111'),
  name: 'Acme',
  role: 'owner',
  members: 2,
  created_at: at,
}
const other = { ...acme, id: idEndingIn('acc', 'bbbb2222'), name: 'Other', role: 'member' }

describe('company', () => {
  it('lists the companies, with a star beside the active one', async () => {
    await using world = await aWorld({ answers: companies() })
    for (const words of [['company'], ['company', 'list']]) {
      const { stdout } = await world.run(...words)
      expect(stdout).toMatch(/^aaaa1111 {2}Acme +owner +2 .*$/m)
      expect(stdout).toMatch(/^bbbb2222 {2}Other +member +2 .*\*$/m)
    }
    const json = await world.run('company', 'list', '--json')
    expect(JSON.parse(json.stdout)).toEqual([acme, other])
  })

  it('explains what to do when there is none', async () => {
    await using world = await aWorld({ answers: { ...companies(), 'companies.list': () => [] } })
    expect((await world.run('company')).stdout).toContain('gridloom company create NAME')
    const ran = await world.run('company', 'members')
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain('You are not a member of any company')
  })

  it('create creates one', async () => {
    await using world = await aWorld({
      answers: { 'companies.create': ({ body }) => ({ ...acme, ...Object(body) }) },
    })
    expect((await world.run('company', 'create', 'Acme Research')).stdout).toContain(
      'Created Acme Research.',
    )
    expect(world.server.calls[0]?.body).toEqual({ name: 'Acme Research' })
  })

  it('invite invites to the active company, or to the named one', async () => {
    await using world = await aWorld({ answers: companies() })
    const ran = await world.run('company', 'invite', 'grace@example.com')
    expect(ran.stdout).toBe('Invited grace@example.com to Other as member.\n')
    expect(world.server.calls.at(-1)).toMatchObject({
      params: { id: other.id },
      body: { email: 'grace@example.com', role: 'member' },
    })
    await world.run(
      'company',
      'invite',
      'grace@example.com',
      '--role',
      'admin',
      '--company',
      'acme',
    )
    expect(world.server.calls.at(-1)).toMatchObject({
      params: { id: acme.id },
      body: { role: 'admin' },
    })
    expect((await world.run('company', 'invite', 'x@example.com', '--role', 'king')).code).toBe(2)
  })

  it('requires --company when none of several is active', async () => {
    await using world = await aWorld({ answers: companies({ workingFor: null }) })
    const ran = await world.run('company', 'spend')
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain('--company')
  })

  it('members shows the members, their spend, and the invitations', async () => {
    await using world = await aWorld({ answers: companies() })
    const { stdout } = await world.run('company', 'members', '--company', 'acme')
    expect(stdout).toMatch(/^ada@example\.com +Ada L\. +owner +\$1\.50/m)
    expect(stdout).toContain('grace@example.com: invited as member, expires 2026-12-05 09:00:00.')
  })

  it('spend shows sums, and the spend of days, members and keys that have some', async () => {
    await using world = await aWorld({ answers: companies() })
    const { stdout } = await world.run('company', 'spend', '--days', '2')
    expect(world.server.calls.at(-1)?.query).toEqual({ days: 2 })
    expect(stdout).toMatch(/Today +\$0\.50/)
    expect(stdout).toMatch(/^2026-11-21 +\$0\.50$/m)
    expect(stdout).not.toContain('2026-11-20')
    expect(stdout).toMatch(/^ada +\$0\.50$/m)
    expect(stdout).not.toContain('KEY')
  })
})

describe('company use', () => {
  it('stores the new token, and prints the active account', async () => {
    await using world = await aWorld({ answers: companies(), token: 'token of yourself' })
    expect((await world.run('company', 'use', 'acme')).stdout).toBe('Switched to Acme.\n')
    expect(world.storedToken()).toBe(`token of ${acme.id}`)
    expect((await world.run('company', 'use', '--self')).stdout).toBe(
      'Switched to your personal account, ada@example.com.\n',
    )
    expect(world.storedToken()).toBe('token of yourself')
  })

  it('requires either a company or --self', async () => {
    await using world = await aWorld({ answers: companies() })
    expect((await world.run('company', 'use')).code).toBe(2)
    expect((await world.run('company', 'use', 'acme', '--self')).code).toBe(2)
    expect(world.server.calls).toEqual([])
  })

  it('changes nothing when the server rejects it', async () => {
    await using world = await aWorld({
      answers: { ...companies(), 'auth.actAs': () => new Refusal('not_found') },
      token: 'token of yourself',
    })
    expect((await world.run('company', 'use', 'acme')).code).toBe(4)
    expect(world.storedToken()).toBe('token of yourself')
  })
})

/** Ada's companies; her token decides which one is active, `workingFor` by default. */
function companies({ workingFor = other.id }: { workingFor?: string | null } = {}): Answers {
  const forToken = (token = '') => {
    const id = token.startsWith('token of ') ? token.replace('token of ', '') : workingFor
    const company = [acme, other].find((one) => one.id === id)
    return company ? { company_id: company.id, name: company.name, role: company.role } : null
  }
  return {
    'accounts.details': ({ token }) => ({
      account_id: idEndingIn('acc', 'dddd4444'),
      username: 'ada',
      email: 'ada@example.com',
      active_company: forToken(token),
    }),
    'auth.actAs': ({ body }) => ({
      token: `token of ${Object(body).company_id ?? 'yourself'}`,
    }),
    'companies.list': () => [acme, other],
    'companies.invite': ({ body, params }) => ({
      ...Object(body),
      company_name: [acme, other].find(({ id }) => id === params.id)?.name,
    }),
    'companies.read': () => ({
      ...acme,
      balance: aBalance(),
      member_list: [
        {
          account_id: idEndingIn('acc', 'dddd4444'),
          username: 'ada',
          name: 'Ada L.',
          email: 'ada@example.com',
          profile_path: null,
          role: 'owner',
          joined_at: at,
          spent_this_month_micro_usd: 1_500_000,
        },
      ],
      invitations: [
        { email: 'grace@example.com', role: 'member', expires_at: '2026-12-05T09:00:00.000Z' },
      ],
    }),
    'companies.spend': () => ({
      today_micro_usd: 500_000,
      this_month_micro_usd: 500_000,
      days: [
        { day: '2026-11-20', micro_usd: 0 },
        { day: '2026-11-21', micro_usd: 500_000 },
      ],
      by_user: [{ id: 'x', name: 'ada', micro_usd: 500_000 }],
      by_key: [],
    }),
  }
}
