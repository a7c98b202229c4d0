import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { idEndingIn } from '../../../test/samples.ts'

describe('account', () => {
  it('audit shows the events page by page', async () => {
    const entry = {
      id: idEndingIn('aud', 'dddd'),
      at: '2026-11-21T09:00:00.000Z',
      action: 'auth.login',
      account_id: idEndingIn('acc', 'aaaa'),
      user_id: idEndingIn('acc', 'aaaa'),
      user: 'ada@example.com',
      api_key_id: null,
      subject: '',
      address: null,
      user_agent: null,
    }
    await using world = await aWorld({
      answers: { 'audit.listOwn': () => ({ entries: [entry], total: 30 }) },
    })
    const ran = await world.run('account', 'audit', '--limit', '10')
    expect(ran.stdout).toMatch(/auth\.login {2}ada@example\.com {2}—/)
    expect(ran.stderr).toContain('Page 1 of 3.')
    expect(world.server.calls[0]?.query).toMatchObject({ page: 1, page_size: 10 })
  })

  it('export writes the document to stdout, and nothing else', async () => {
    await using world = await aWorld({
      answers: { 'privacy.exportData': () => ({ account: [{ email: 'ada@example.com' }] }) },
    })
    const { stdout, stderr, code } = await world.run('account', 'export')
    expect(stdout).toContain('"account":[{"email":"ada@example.com"}]')
    expect(JSON.parse(stdout)).toBeTypeOf('object')
    expect([stderr, code]).toEqual(['', 0])
  })

  it('close asks first, deletes the account, and deletes the token', async () => {
    await using world = await aWorld({ answers: closing(), person: ['no', 'yes'] })
    expect((await world.run('account', 'close')).code).toBe(130)
    expect(world.server.calls.map(({ name }) => name)).not.toContain('privacy.closeAccount')
    const ran = await world.run('account', 'close')
    expect(ran.stdout).toContain('Deleted the account ada@example.com.')
    expect(world.server.calls.at(-1)?.name).toBe('privacy.closeAccount')
    expect(world.server.calls.at(-1)?.token).toBeDefined()
    await world.run('account', 'audit')
    expect(world.server.calls.at(-1)).toMatchObject({ name: 'audit.listOwn', token: undefined })
  })

  it('close does nothing without a terminal unless --yes is given', async () => {
    await using world = await aWorld({ answers: closing() })
    expect((await world.run('account', 'close')).code).toBe(2)
    expect(world.server.calls.map(({ name }) => name)).not.toContain('privacy.closeAccount')
    expect((await world.run('account', 'close', '--yes')).code).toBe(0)
  })
})

function closing() {
  return {
    'accounts.details': () => ({
      account_id: idEndingIn('acc', 'aaaa'),
      username: 'ada',
      name: null,
      email: 'ada@example.com',
      email_verified: true,
      profile_path: null,
      has_entered_referral_code: true,
      has_password: true,
      role: 'user',
      is_kol: false,
      dismissed_tours: [],
      active_company: null,
    }),
    'privacy.closeAccount': () => ({}),
  }
}
