import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type PeopleFixture, refusalOf, type Someone, withPeople } from '../../../test/people.ts'
import { aPng, dataUrlOf } from '../../../test/pictures.ts'
import { all } from '../../features.ts'

describe('the export', () => {
  it('is one document with every section, the user’s data and no secrets', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone('ada')
    await ada.client.accounts.updateProfile({
      body: { image: dataUrlOf('image/png', aPng(64, 64)) },
    })
    const { key } = await ada.client.keys.generateApiKey({
      body: { name: 'ci', scopes: ['account:read'] },
    })
    await ada.client.companies.create({ body: { name: 'Acme' } })
    const exported = await read(ada)
    expect(Object.keys(exported)).toEqual([
      'exported_at',
      ...all.personalData.sections.map(({ name }) => name),
    ])
    expect(exported).toMatchObject({
      account: [{ id: ada.id, email: ada.email }],
      picture: [{ content_type: 'image/png', base64: aPng(64, 64).toString('base64') }],
      api_keys: [{ name: 'ci', scopes: ['account:read'] }],
      companies: [{ name: 'Acme', role: 'owner' }],
      balances: [
        { kind: 'available', balance_micro_usd: 0 },
        { kind: 'welcome', balance_micro_usd: 5_000_000 },
      ],
      statements: [{ kind: 'starting_credit', amount_micro_usd: 5_000_000 }],
    })
    const text = JSON.stringify(exported)
    for (const secret of [key, ada.token, 'a password of tests', '$argon2'])
      expect(text).not.toContain(secret)
    const rows = exported.audit_log
    expect(Array.isArray(rows) && rows.length).toBeGreaterThan(2)
  })

  it('lists snapshots, also those that the user created in a company, and none of others', async () => {
    await using fixture = await withPeople()
    const [ada, eve] = [await fixture.someone('ada'), await fixture.someone('eve')]
    const { id: company } = await ada.client.companies.create({ body: { name: 'Acme' } })
    const rows = [
      { name: 'own', account: ada.id, by: ada.id },
      { name: 'of the company', account: company, by: ada.id },
      { name: 'of another', account: eve.id, by: eve.id },
    ]
    for (const { name, account, by } of rows)
      await sql`insert into snapshots (id, account_id, created_by, name, state, instance_id, machine_id,
          instance_label, template, disk_gb, created_at)
        values (${name}, ${account}, ${by}, ${name}, 'ready', 'ins', 'mch', 'web', '{}', 1, now())`.execute(
        fixture.db,
      )
    const { snapshots } = await read(ada)
    expect(snapshots).toMatchObject([
      { name: 'of the company', account_id: company, state: 'ready', instance_label: 'web' },
      { name: 'own', account_id: ada.id },
    ])
  })

  it('contains each row of a section with thousands of rows once', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone('ada')
    await sql`insert into notices (key, account_id, level, text, at)
      select 'n' || n, ${ada.id}, 'info', 'text ' || n, now() from generate_series(1, 2345) n`.execute(
      fixture.db,
    )
    const { notices } = await read(ada)
    const texts = Array.isArray(notices) ? notices.map(({ text }) => text) : []
    expect(texts.length).toBe(2_345)
    expect(new Set(texts).size).toBe(2_345)
  })

  it('is a download that contains only the caller’s data and requires sign-in', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const [ada, eve] = [await fixture.someone('ada'), await fixture.someone('eve')]
    expect(JSON.stringify(await read(eve))).not.toMatch(new RegExp(`${ada.id}|${ada.email}`))
    const response = await ada.client.privacy.exportData()
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="gridloom-export-2026-11-21.json"',
    )
    await response.text()
    expect((await fixture.raw('GET', '/api/user/export')).status).toBe(401)
  })

  it('requires recent re-authentication and rejects API keys', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone()
    const token = await aKeyOf(ada)
    const { status } = await fixture.raw('GET', '/api/user/export', { token })
    expect(status).toBe(403)
    await longAfter(fixture)
    expect(await refusalOf(ada.client.privacy.exportData())).toMatchObject({
      code: 'confirmation_required',
    })
  })
})

async function read({ client }: Someone): Promise<Record<string, unknown>> {
  const response = await client.privacy.exportData()
  return JSON.parse(await response.text())
}

async function aKeyOf({ client }: Someone): Promise<string> {
  const body = { name: 'ci', scopes: ['account:read' as const] }
  return (await client.keys.generateApiKey({ body })).key
}

function longAfter({ clock }: PeopleFixture): Promise<void> {
  return clock.jump(16 * 60 * 1_000)
}
