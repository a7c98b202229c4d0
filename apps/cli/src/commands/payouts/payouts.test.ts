import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { idEndingIn } from '../../../test/samples.ts'

const at = '2026-11-28T09:00:00.000Z'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const words = ['casual', 'harbor', 'winter', 'olive']
const token = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const source = {
  method: 'wallet',
  ...{ chain_id: 56, chain_name: 'BNB Smart Chain', token, symbol: 'USDX' },
  approve_above_micro_usd: 1_000_000_000,
}
const payout = {
  ...{ id: idEndingIn('pyo', 'pppp1111'), state: 'requested', address, address_words: words },
  ...{ method: 'wallet', chain_id: 56, chain_name: 'BNB Smart Chain', token, symbol: 'USDX' },
  ...{ micro_usd: 50_000_000, fee_micro_usd: 2_000, approvals: { given: 0, needed: 2 } },
  ...{ waits_for: null, reason: null, tx_hash: null, batch_payouts: null, explorer_url: null },
  ...{ requested_at: at, ended_at: null },
}
const payouts = {
  ...{ sources: [source], hold_days: 7, earned_micro_usd: 62_000_000 },
  ...{ payable_micro_usd: 50_000_000, maturing: [{ at, micro_usd: 12_000_000 }] },
  ...{
    in_progress_micro_usd: 0,
    address: { address, words },
    bank_account: null,
    stripe_account: null,
    payouts: [payout],
  },
}
const settings = {
  ...{ schedule: 'at_will', threshold_micro_usd: 0, source: null, payee: null },
  payee_need: 'none',
  payee_vat_check: null,
}
const answers = {
  'payouts.list': () => payouts,
  'payouts.quote': () => ({
    ...{ fee_micro_usd: 2_000, fee_basis_points: 0, minimum_micro_usd: 1_000_000 },
    as_of: at,
  }),
  'payouts.request': () => payout,
  'payouts.cancel': () => ({ ...payout, state: 'cancelled' }),
  'payouts.settings': () => settings,
  'payouts.changeSettings': ({ body }: { body?: unknown }) => ({
    ...settings,
    ...Object(body),
  }),
}

describe('payouts', () => {
  it('lists what is payable, what matures, and payouts', async () => {
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('payouts', 'list')
    for (const text of ['$50.00', '$12.00', address, 'casual harbor', '0 of 2 approved'])
      expect(stdout).toContain(text)
  })

  it('requests all that is payable only after a confirmation that names fee and address', async () => {
    await using world = await aWorld({ answers })
    const refused = await world.run('payouts', 'request')
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.stderr).toContain('$0.002 fee')
    expect(refused.stderr).toContain(address)
    const ran = await world.run('payouts', 'request', '--yes')
    expect(ran.stdout).toContain('Two operators approve it')
    const made = world.server.calls.filter(({ name }) => name === 'payouts.request')
    expect(made.map(({ body }) => body)).toEqual([
      { method: 'wallet', chain_id: 56, token, micro_usd: 50_000_000, fee_micro_usd: 2_000 },
    ])
  })

  it('cancels one, and says so where payouts are not set up', async () => {
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('payouts', 'cancel', 'pppp1111')
    expect(stdout).toContain('back in your earnings')
    await using off = await aWorld({
      answers: { 'payouts.list': () => ({ ...payouts, sources: [] }) },
    })
    expect((await off.run('payouts', 'request')).stderr).toContain('not set up')
  })

  it('changes only the settings that are given', async () => {
    await using world = await aWorld({ answers })
    const wrong = await world.run('payouts', 'settings', '--name', 'Ada')
    expect(wrong).toMatchObject({ code: 2 })
    await world.run('payouts', 'settings', '--weekly', '--threshold', '100')
    const changes = world.server.calls.filter(({ name }) => name === 'payouts.changeSettings')
    expect(changes.map(({ body }) => body)).toEqual([
      {
        ...{ schedule: 'weekly', threshold_micro_usd: 100_000_000, payee: null },
        source: { method: 'wallet', chain_id: 56, token },
      },
    ])
  })

  it('chooses a linked wallet by its label, and cancels that', async () => {
    const id = idEndingIn('wlt', 'wwww1111')
    const wallet = { id, address, contract_chain_id: null, label: 'Ledger', created_at: at }
    const pending = { wallet_id: id, address, effective_at: at }
    const more = {
      'auth.wallets': () => [{ ...wallet, last_used_at: null }],
      'wallet.changePayoutAddress': () => ({ current: null, pending, wait_hours: 24 }),
      'wallet.cancelPayoutAddress': () => ({ current: null, pending: null, wait_hours: 24 }),
    }
    await using world = await aWorld({ answers: more })
    expect((await world.run('payouts', 'address', 'Ledger')).stdout).toContain('none in effect')
    expect((await world.run('payouts', 'address', '--cancel')).code).toBe(0)
    expect((await world.run('payouts', 'address', 'Other')).stderr).toContain('No linked wallet')
  })
})

it('operators list, approve and reject payouts, and see the treasury', async () => {
  const every = {
    ...payout,
    account_id: idEndingIn('acc', 'aaaa1111'),
    email: 'ada@example.com',
    company: null,
  }
  const seen = { ...every, payee: null, approved_by_me: false }
  const { approve_above_micro_usd: _, method: __, ...stablecoin } = source
  const held = {
    ...{
      ...stablecoin,
      sender: address,
      batch_contract: null,
      held_micro_usd: null,
      coin_units: null,
    },
    ...{ in_progress_micro_usd: 5_000_000, covered: false, waits_for: 'chain_down' },
  }
  const answersOfOperator = {
    'payouts.every': () => [seen],
    'payouts.approve': () => ({ ...seen, approvals: { given: 1, needed: 2 } }),
    'payouts.reject': () => ({ ...seen, state: 'rejected', reason: 'No' }),
    'payouts.treasury': () => ({
      ...{ sources: [held], earned_micro_usd: 7_000_000, in_progress_micro_usd: 5_000_000 },
      ...{ held_micro_usd: null, covered: false, as_of: at },
      bank: { iban: 'DE89 … 3000', in_progress_micro_usd: 2_000_000 },
      stripe: {
        ...{ available_micro_usd: 9_000_000, in_progress_micro_usd: 4_000_000, covered: true },
        waits_for: null,
      },
    }),
  }
  await using world = await aWorld({ answers: answersOfOperator })
  expect((await world.run('operator', 'payouts')).stdout).toContain('ada@example.com')
  const approved = await world.run('operator', 'payouts', 'approve', 'pppp1111')
  expect(approved.stdout).toContain('1 of 2')
  expect((await world.run('operator', 'payouts', 'reject', 'pppp1111')).code).toBe(2)
  await world.run('operator', 'payouts', 'reject', 'pppp1111', '--reason', 'No')
  const rejected = world.server.calls.filter(({ name }) => name === 'payouts.reject')
  expect(rejected.map(({ body }) => body)).toEqual([{ reason: 'No' }])
  const { stdout } = await world.run('operator', 'treasury')
  expect(stdout).toContain('$12.00')
  expect(stdout).toContain('waits: chain_down')
  expect(stdout).toContain('Bank DE89 … 3000')
  expect(stdout).toContain('$9.00 available, $4.00 in progress')
})

describe('payouts to a bank', () => {
  const bank = { method: 'bank', approve_above_micro_usd: 1_000_000_000 }
  const bank_account = { iban: 'DE89 … 3000', holder: 'Ada Lovelace' }
  const paid = {
    ...{ id: idEndingIn('pyo', 'bbbb1111'), method: 'bank', state: 'in_file', ...bank_account },
    ...{ file_number: 3, micro_usd: 50_000_000, fee_micro_usd: 2_000, waits_for: null },
    ...{ approvals: { given: 0, needed: 0 }, reason: null, requested_at: at, ended_at: null },
  }
  const effective_at = at
  const file = {
    ...{ number: 3, micro_usd: 49_000_000, payouts: 1, returned: 0, created_at: at },
    ...{ created_by: idEndingIn('acc', 'aaaa1111'), executed_at: null },
  }

  it('are requested in whole cents where several ways exist and --bank is given', async () => {
    await using world = await aWorld({
      answers: {
        ...answers,
        'payouts.list': () => ({
          ...payouts,
          ...{ sources: [source, bank], bank_account, payouts: [paid] },
          payable_micro_usd: 50_001_234,
        }),
        'payouts.request': () => paid,
      },
    })
    expect((await world.run('payouts', 'request', '--yes')).stderr).toContain('--bank')
    await world.run('payouts', 'request', '--bank', '--yes')
    const made = world.server.calls.filter(({ name }) => name === 'payouts.request')
    expect(made.map(({ body }) => body)).toEqual([
      { method: 'bank', micro_usd: 50_000_000, fee_micro_usd: 2_000 },
    ])
    const { stdout } = await world.run('payouts', 'list')
    for (const text of ['DE89 … 3000, Ada Lovelace', 'file 3']) expect(stdout).toContain(text)
  })

  it('go to an account that is entered with its holder, cancelled and removed', async () => {
    const known = { ...bank_account, bic: null, effective_at }
    await using world = await aWorld({
      answers: {
        'payouts.bankAccount': () => ({ current: null, pending: known }),
        'payouts.changeBankAccount': () => ({ current: null, pending: known }),
        'payouts.cancelBankAccount': () => ({ current: null, pending: null }),
        'payouts.removeBankAccount': () => ({ current: null, pending: null }),
      },
    })
    const iban = 'DE89370400440532013000'
    expect(await world.run('payouts', 'bank-account', '--iban', iban)).toMatchObject({ code: 2 })
    await world.run('payouts', 'bank-account', '--iban', iban, '--holder', 'Ada Lovelace')
    const made = world.server.calls.filter(({ name }) => name === 'payouts.changeBankAccount')
    expect(made.map(({ body }) => body)).toEqual([{ iban, bic: null, holder: 'Ada Lovelace' }])
    expect((await world.run('payouts', 'bank-account')).stdout).toContain('DE89 … 3000')
    for (const option of ['--cancel', '--remove'])
      expect((await world.run('payouts', 'bank-account', option)).stdout).toContain(
        'none in effect',
      )
  })

  it('are put into files by operators, who record what the bank did', async () => {
    const seen = {
      ...paid,
      account_id: idEndingIn('acc', 'aaaa1111'),
      email: 'ada@example.com',
      company: null,
    }
    const shown = { ...seen, payee: null, approved_by_me: false, unresolved: null }
    await using world = await aWorld({
      answers: {
        'payouts.every': () => [shown],
        'payouts.files': () => ({
          ...{ bank: 'on', waiting: { payouts: 2, micro_usd: 70_000_000 }, files: [file] },
        }),
        'payouts.createFile': () => file,
        'payouts.executeFile': () => ({ ...file, executed_at: at }),
        'payouts.recordReturn': () => ({ ...shown, state: 'failed', reason: 'Closed' }),
        'payouts.resolve': () => ({ ...shown, state: 'failed', reason: 'No transfer' }),
      },
    })
    expect((await world.run('operator', 'payout-files')).stdout).toContain('2 for $70.00')
    const made = await world.run('operator', 'payout-files', 'create', '100')
    expect(made.stdout).toContain('File 3')
    expect((await world.run('operator', 'payout-files', 'executed', '3')).stdout).toContain('1 of')
    const id = 'bbbb1111'
    const back = await world.run('operator', 'payouts', 'return', id, '--reason', 'Closed')
    expect(back.stdout).toContain('back in the earnings of ada@example.com')
    const resolve = ['operator', 'payouts', 'resolve', id] as const
    const found = await world.run(...resolve, '--not-paid', 'No transfer')
    expect(found.stdout).toContain('back in the earnings of ada@example.com')
    expect((await world.run(...resolve)).stderr).toContain('--paid-by <hash> or --not-paid')
    const calls = world.server.calls.filter(({ name }) => name === 'payouts.createFile')
    expect(calls.map(({ body }) => body)).toEqual([{ available_micro_usd: 100_000_000 }])
  })
})

describe('payouts by Stripe', () => {
  const stripe = { method: 'stripe', approve_above_micro_usd: 1_000_000_000 }
  const account = { country: 'DE', state: 'in_review', disabled_reason: null, effective_at: null }
  const paid = {
    ...{ id: idEndingIn('pyo', 'ssss1111'), method: 'stripe', state: 'confirmed' },
    ...{ stripe_account: 'acct_1Example', transfer_id: 'tr_1Example', waits_for: null },
    ...{ micro_usd: 50_000_000, fee_micro_usd: 380_000, reason: null },
    ...{ approvals: { given: 0, needed: 0 }, requested_at: at, ended_at: at },
  }

  it('are requested with --stripe at the fee of the amount', async () => {
    await using world = await aWorld({
      answers: {
        ...answers,
        'payouts.list': () => ({
          ...payouts,
          ...{ sources: [source, stripe], stripe_account: 'acct_1Example', payouts: [paid] },
        }),
        'payouts.quote': () => ({
          ...{ fee_micro_usd: 250_000, fee_basis_points: 25, minimum_micro_usd: 1_000_000 },
          as_of: at,
        }),
        'payouts.request': () => paid,
      },
    })
    expect((await world.run('payouts', 'request', '--yes')).stderr).toContain('--stripe')
    await world.run('payouts', 'request', '--stripe', '--yes')
    const made = world.server.calls.filter(({ name }) => name === 'payouts.request')
    expect(made.map(({ body }) => body)).toEqual([
      { method: 'stripe', micro_usd: 50_000_000, fee_micro_usd: 380_000 },
    ])
    const { stdout } = await world.run('payouts', 'list')
    for (const text of ['acct_1Example', 'tr_1Example']) expect(stdout).toContain(text)
  })

  it('are set up on a page whose address is printed, shown and disconnected', async () => {
    await using world = await aWorld({
      answers: {
        'payouts.stripeAccount': () => ({ account, countries: ['DE'] }),
        'payouts.openStripe': () => ({ url: 'https://connect.example/setup' }),
        'payouts.removeStripeAccount': () => ({ account: null, countries: ['DE'] }),
      },
    })
    expect((await world.run('payouts', 'stripe')).stdout).toContain('in_review')
    const opened = await world.run('payouts', 'stripe', '--open', '--country', 'de')
    expect(opened.stdout.trim()).toBe('https://connect.example/setup')
    const made = world.server.calls.filter(({ name }) => name === 'payouts.openStripe')
    expect(made.map(({ body }) => body)).toEqual([{ country: 'DE' }])
    expect((await world.run('payouts', 'stripe', '--remove')).stdout).toContain('none')
    expect((await world.run('payouts', 'stripe', '--country', 'DE')).code).toBe(2)
  })
})
