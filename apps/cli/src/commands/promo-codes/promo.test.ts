import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { idEndingIn } from '../../../test/samples.ts'

const at = '2026-11-28T09:00:00.000Z'
const terms = {
  ...{ code: 'autumn-26', amount_micro_usd: 5_000_000, terms: 'For new projects.' },
  ...{ valid_until: null, new_accounts_days: null, once_per_mailbox: true },
}
const code = {
  ...terms,
  ...{ id: idEndingIn('prm', 'pppp1111'), label: 'Autumn', state: 'active' },
  ...{ uses: 3, uses_max: 50, valid_from: at, given_micro_usd: 15_000_000, created_at: at },
}
const answers = {
  'promoCodes.check': () => terms,
  'promoCodes.redeem': () => ({ code: 'autumn-26', micro_usd: 5_000_000, redeemed_at: at }),
  'promoCodes.list': () => [code],
  'promoCodes.create': () => code,
  'promoCodes.change': () => ({ ...code, state: 'paused' }),
  'promoCodes.revoke': () => ({ ...code, state: 'revoked' }),
  'promoCodes.redemptions': () => ({
    total: 1,
    redemptions: [
      { account_id: idEndingIn('acc', 'aaaa1111'), email: null, micro_usd: 5_000_000, at },
    ],
  }),
}

describe('promo redeem', () => {
  it('shows the terms, and redeems only what was agreed to', async () => {
    await using world = await aWorld({ answers })
    const asked = await world.run('promo', 'redeem', 'autumn-26', '--json')
    expect(asked.code).not.toBe(0)
    expect(world.server.calls.map(({ name }) => name)).toEqual(['promoCodes.check'])
    const ran = await world.run('promo', 'redeem', 'autumn-26', '--yes')
    expect(ran.stderr).toContain('For new projects.')
    expect(ran.stdout).toBe('Added $5.00 of credit.\n')
    expect(world.server.calls.at(-1)?.body).toEqual({ code: 'autumn-26' })
  })
})

describe('operator promo-codes', () => {
  it('lists, creates, pauses and revokes codes, and lists their redemptions', async () => {
    await using world = await aWorld({ answers })
    const list = await world.run('operator', 'promo-codes')
    expect(list.stdout).toMatch(/autumn-26 .*active .*\$5\.00 +3\/50 +\$15\.00/)
    const words = ['create', 'Autumn', '5', '--uses', '50', '--code', 'autumn-26']
    expect((await world.run('operator', 'promo-codes', ...words)).stdout).toBe('autumn-26\n')
    expect(world.server.calls.at(-1)?.body).toMatchObject({
      ...{ label: 'Autumn', amount_micro_usd: 5_000_000, uses_max: 50, code: 'autumn-26' },
      ...{ once_per_mailbox: true, new_accounts_days: null, valid_until: null },
    })
    const paused = await world.run('operator', 'promo-codes', 'pause', 'AUTUMN-26')
    expect(paused.stdout).toBe('autumn-26: paused.\n')
    await world.run('operator', 'promo-codes', 'resume', 'pppp1111')
    expect(world.server.calls.at(-1)?.body).toEqual({ paused: false })
    expect((await world.run('operator', 'promo-codes', 'revoke', code.id)).code).toBe(0)
    const uses = await world.run('operator', 'promo-codes', 'redemptions', 'autumn-26')
    expect(uses.stdout).toContain('aaaa1111')
    const missing = await world.run('operator', 'promo-codes', 'revoke', 'another')
    expect(missing.stderr).toContain('Promo code "another" not found.')
  })
})
