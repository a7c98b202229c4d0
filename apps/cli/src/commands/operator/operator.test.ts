import { describe, expect, it } from 'vitest'
import { aWorld, nowMs } from '../../../test/run-words.ts'
import { aBalance, idEndingIn } from '../../../test/samples.ts'

const at = '2026-11-21T09:00:00.000Z'
const code = {
  id: idEndingIn('cod', 'bbbb2222'),
  label: 'a talk',
  uses: 3,
  uses_max: 50,
  expires_at: null,
  revoked_at: null,
  created_at: at,
}

describe('operator', () => {
  it('credit converts dollars to micro-dollars and sends the key', async () => {
    await using world = await aWorld({ answers: { 'ledger.credit': () => aBalance() } })
    await world.run('operator', 'credit', 'ada@example.com', '20.5', '--key', 'invoice-7')
    expect(world.server.calls[0]?.body).toEqual({
      email: 'ada@example.com',
      micro_usd: 20_500_000,
      key: 'invoice-7',
      text: 'Credit from the operator',
    })
  })

  it('settings shows them, and writes those that are given', async () => {
    await using world = await aWorld({
      answers: {
        'operator.readSettings': () => ({
          starting_credit_micro_usd: 5_000_000,
          platform_fee_basis_points: 1_000,
        }),
        'operator.writeSettings': ({ body }) => body,
      },
    })
    expect((await world.run('operator', 'settings')).stdout).toContain('$5.00')
    const given = ['--starting-credit', '7', '--platform-fee', '2.5']
    const changed = await world.run('operator', 'settings', ...given, '--json')
    expect(JSON.parse(changed.stdout)).toEqual({
      starting_credit_micro_usd: 7_000_000,
      platform_fee_basis_points: 250,
    })
  })
})

describe('operator users', () => {
  it('shows the details of each, and sends the filters', async () => {
    await using world = await aWorld({
      answers: { 'operator.users': () => ({ users: [aUser()], total: 41 }) },
    })
    const ran = await world.run('operator', 'users', 'ada', '--suspended', '--page', '2')
    expect(ran.stdout).toMatch(/aaaa1111 {2}ada@example.com .*suspended .* 2 .* 1 .*\$5\.00/)
    expect(ran.stderr).toContain('Page 2 of 3.')
    expect(world.server.calls[0]?.query).toMatchObject({ search: 'ada', suspended: true, page: 2 })
  })

  it('suspends the account with exactly that address, with the reason, and restores it', async () => {
    const other = aUser({ account_id: idEndingIn('acc', 'eeee'), email: 'ada@example.com.au' })
    await using world = await aWorld({
      answers: {
        'operator.users': () => ({ users: [aUser(), other], total: 2 }),
        'operator.suspend': () => aUser(),
        'operator.restore': () => aUser({ suspended_at: null }),
      },
    })
    const ran = await world.run('operator', 'suspend', 'ADA@example.com', '--reason', 'Coins')
    expect(ran.stdout).toBe('Suspended ada@example.com.\n')
    expect(world.server.calls.at(-1)).toMatchObject({
      params: { id: aUser().account_id },
      body: { reason: 'Coins' },
    })
    expect((await world.run('operator', 'restore', aUser().account_id)).code).toBe(0)
    expect(world.server.calls.at(-1)?.name).toBe('operator.restore')
    expect((await world.run('operator', 'suspend', 'ada', '--reason', 'x')).code).not.toBe(0)
    expect(world.server.calls.at(-1)?.name).toBe('operator.users')
  })
})

describe('operator access-codes', () => {
  it('shows the state of each', async () => {
    const revoked = { ...code, label: 'old', revoked_at: at }
    const used = { ...code, label: 'few', uses: 50 }
    const ended = { ...code, label: 'late', expires_at: at }
    await using world = await aWorld({
      answers: { 'operator.accessCodes': () => [code, revoked, used, ended] },
    })
    const { stdout } = await world.run('operator', 'access-codes')
    expect(stdout).toMatch(/bbbb2222 {2}a talk +3\/50 {2}active/)
    for (const line of [/old .*revoked/, /few .*used up/, /late .*expired/])
      expect(stdout).toMatch(line)
  })

  it('creates one, and prints only its text to stdout', async () => {
    await using world = await aWorld({
      answers: { 'operator.makeAccessCode': () => ({ code: 'abcd-efgh', access_code: code }) },
    })
    const ran = await world.run('operator', 'access-codes', 'make', 'a talk', '--days', '7')
    expect(ran.stdout).toBe('abcd-efgh\n')
    const ends = new Date(nowMs + 7 * 86_400_000).toISOString()
    expect(world.server.calls[0]?.body).toEqual({
      label: 'a talk',
      uses_max: null,
      expires_at: ends,
    })
  })

  it('revokes one by its label, and reports an unknown label', async () => {
    await using world = await aWorld({
      answers: {
        'operator.accessCodes': () => [code],
        'operator.revokeAccessCode': () => ({ ...code, revoked_at: at }),
      },
    })
    expect((await world.run('operator', 'access-codes', 'revoke', 'a talk')).code).toBe(0)
    expect(world.server.calls.at(-1)?.params).toEqual({ id: code.id })
    const missing = await world.run('operator', 'access-codes', 'revoke', 'another')
    expect(missing.stderr).toContain('Access code "another" not found.')
  })
})

describe('operator maintenance', () => {
  it('shows and switches it, and rejects anything but on and off', async () => {
    await using world = await aWorld({
      answers: {
        'operator.maintenance': () => ({ on: false, since: null }),
        'operator.switchMaintenance': () => ({ on: true, since: at }),
      },
    })
    expect((await world.run('operator', 'maintenance')).stdout).toContain('off')
    expect((await world.run('operator', 'maintenance', 'on')).stdout).toContain('on since')
    expect(world.server.calls.at(-1)?.body).toEqual({ on: true })
    expect((await world.run('operator', 'maintenance', 'maybe')).code).toBe(2)
  })
})

describe('operator storage', () => {
  it('shows free and reserved space, and reports when files are rejected', async () => {
    let takes_files = true
    const gib = 1024 ** 3
    const disk = { total_bytes: 100 * gib, reserve_bytes: 5 * gib }
    await using world = await aWorld({
      answers: { 'operator.storage': () => ({ ...disk, free_bytes: 4 * gib, takes_files }) },
    })
    expect((await world.run('operator', 'storage')).stdout).toMatch(/4.* of 100.*reserve/)
    takes_files = false
    expect((await world.run('operator', 'storage')).stdout).toContain('New files are rejected')
  })
})

describe('operator announce', () => {
  it('publishes an announcement, and lists them without a text', async () => {
    const said = {
      id: idEndingIn('ann', 'cccc'),
      level: 'warning',
      text: 'Tonight',
      starts_at: at,
      ends_at: null,
      state: 'scheduled',
      mail: 'waiting',
    }
    await using world = await aWorld({
      answers: { 'operator.announce': () => said, 'operator.announcements': () => [said] },
    })
    const words = ['Tonight', '--warning', `--from=${at}`, '--mail']
    expect((await world.run('operator', 'announce', ...words)).stdout).toContain(
      'Announcement scheduled for',
    )
    expect(world.server.calls[0]?.body).toMatchObject({
      text: 'Tonight',
      level: 'warning',
      starts_at: at,
      mail: true,
    })
    expect((await world.run('operator', 'announce')).stdout).toMatch(/scheduled .*waiting.*Tonight/)
  })
})

describe('operator audit', () => {
  it('shows user, action and address, filtered by account if given', async () => {
    await using world = await aWorld({
      answers: {
        'operator.users': () => ({ users: [aUser()], total: 1 }),
        'audit.listAll': () => ({ entries: [anEntry()], total: 1 }),
      },
    })
    const { stdout } = await world.run('operator', 'audit', '--account', 'ada@example.com')
    expect(stdout).toMatch(/instances\.destroy {2}ada@example\.com .*10\.0\.0\.1/)
    expect(world.server.calls.at(-1)?.query).toMatchObject({ account_id: aUser().account_id })
    await world.run('operator', 'audit', '--account', aUser().account_id)
    expect(world.server.calls.filter(({ name }) => name === 'operator.users')).toHaveLength(1)
  })
})

function aUser(change: object = {}) {
  return {
    account_id: idEndingIn('acc', 'aaaa1111'),
    username: 'ada',
    email: 'ada@example.com',
    email_verified: true,
    role: 'user',
    has_access: true,
    suspended_at: at,
    created_at: at,
    last_seen_at: at,
    machines: 2,
    instances: 1,
    available_micro_usd: 5_000_000,
    ...change,
  }
}

function anEntry() {
  return {
    id: idEndingIn('aud', 'dddd'),
    at,
    action: 'instances.destroy',
    account_id: aUser().account_id,
    user_id: aUser().account_id,
    user: 'ada@example.com',
    api_key_id: null,
    subject: idEndingIn('ins', 'aaaa1111'),
    address: '10.0.0.1',
    user_agent: null,
  }
}
