import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { createSetup } from './features/payouts/create-setup.ts'
import { readPayoutConfig } from './payout-config.ts'
import { createChainRpcs } from './platform/chains/chain-rpcs.ts'
import { readWalletConfig } from './wallet-config.ts'

const source = {
  ...{ chainId: 56, token: '0x5FbDB2315678afecb367f032d93F642f64180aa3', symbol: 'USDX' },
  ...{ decimals: 18, keyFile: '/run/secrets/sender', coinUsd: 600 },
  ...{ approveAboveUsd: 1_000, dailyCapUsd: 10_000 },
}

it('has no payouts unless they are configured', () => {
  const { config, problems } = readPayoutConfig({}, [56])
  expect(problems).toEqual([])
  expect(config).toEqual({
    sources: [],
    bank: null,
    stripe: null,
    policy: { holdDays: 7, addressWaitHours: 24, payee: 'none', blockedCountries: [] },
  })
})

it('reads a source with its defaults', () => {
  const { config, problems } = readPayoutConfig({ PAYOUTS: JSON.stringify([source]) }, [56])
  expect(problems).toEqual([])
  expect(config.sources).toMatchObject([
    {
      ...{ token: source.token.toLowerCase(), confirmations: 20, feePercentMax: 2 },
      ...{ microUsdPerCoin: 600_000_000, maxFeeWei: 100_000_000_000n, minimumMicroUsd: 1_000_000 },
      ...{ approveAboveMicroUsd: 1_000_000_000, dailyCapMicroUsd: 10_000_000_000 },
    },
  ])
})

it.each([
  ['no JSON', '[{'],
  ['no array', '{}'],
  ['an unknown field', [{ ...source, privateKey: 'x' }]],
  ['fewer than 6 decimals', [{ ...source, decimals: 2 }]],
  ['a wrong checksum', [{ ...source, token: source.token.replace('F', 'f') }]],
  ['a cap of zero', [{ ...source, dailyCapUsd: 0 }]],
  ['a limit below zero', [{ ...source, approveAboveUsd: -1 }]],
  ['no limit of approval', [{ ...source, approveAboveUsd: undefined }]],
  ['a chain that is not configured', [{ ...source, chainId: 999 }]],
  ['a token twice', [source, source]],
])('stops the start with the name of the variable: %s', (_, value) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  expect(() => readConfig({ PAYOUTS: text }, [])).toThrow(/PAYOUTS: /)
})

it.each([
  '[]',
  '{"holdDays":91}',
  '{"addressWaitHours":-1}',
  '{"payee":"all"}',
  '{"blockedCountries":["de"]}',
])('stops the start with a wrong policy: %s', (text) => {
  expect(() => readConfig({ PAYOUT_POLICY: text }, [])).toThrow(/PAYOUT_POLICY: /)
})

it('stops the start without a key in the file, and does not repeat what is in it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'payout-key-'))
  const keyFile = path.join(folder, 'key')
  await writeFile(keyFile, 'not a key but secret')
  const { config } = readPayoutConfig({ PAYOUTS: JSON.stringify([{ ...source, keyFile }]) }, [56])
  const chains = createChainRpcs({ chains: readWalletConfig({}).config.chains, clock: systemClock })
  const failed = await createSetup(config, chains, systemClock).catch((error: unknown) =>
    String(error),
  )
  expect(failed).toContain('PAYOUTS: ')
  expect(failed).not.toContain('secret')
  await rm(folder, { recursive: true })
})

const bank = {
  ...{ name: 'Zoë Example', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' },
  approveAboveUsd: 1_000,
}

it('reads a bank account with its defaults', () => {
  const { config, problems } = readPayoutConfig({ PAYOUT_BANK: JSON.stringify(bank) }, [])
  expect(problems).toEqual([])
  expect(config.bank).toEqual({
    ...{ name: 'Zoë Example', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    ...{ feeMicroUsd: 0, minimumMicroUsd: 20_000_000, approveAboveMicroUsd: 1_000_000_000 },
    charges: 'shared',
  })
})

const stripe = { country: 'US', approveAboveUsd: 1_000, dailyCapUsd: 10_000 }
const access = {
  ...{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1_of_cards' },
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_first,whsec_second',
}

it('reads payouts by Stripe with their defaults, and how Stripe is reached', () => {
  const set = { ...access, PAYOUT_STRIPE: JSON.stringify({ ...stripe, feePercent: 0.25 }) }
  const { config, problems } = readPayoutConfig(set, [])
  expect(problems).toEqual([])
  expect(config.stripe).toEqual({
    ...{ country: 'US', countries: ['US'], feeMicroUsd: 0, feeBasisPoints: 25 },
    ...{ minimumMicroUsd: 10_000_000, approveAboveMicroUsd: 1_000_000_000 },
    ...{ dailyCapMicroUsd: 10_000_000_000, secretKey: 'sk_test_1' },
    ...{ apiUrl: 'https://api.stripe.com', webhookSecrets: ['whsec_first', 'whsec_second'] },
  })
})

it.each([
  [{ country: 'us' }, {}, 'PAYOUT_STRIPE: country: '],
  [{ countries: [] }, {}, 'PAYOUT_STRIPE: countries: '],
  [{ feeUsd: 0.001 }, {}, 'PAYOUT_STRIPE: feeUsd: '],
  [{ feePercent: 0.125 }, {}, 'PAYOUT_STRIPE: feePercent: '],
  [{}, { STRIPE_SECRET_KEY: undefined }, 'STRIPE_SECRET_KEY: required'],
  [{}, { STRIPE_CONNECT_WEBHOOK_SECRET: undefined }, 'STRIPE_CONNECT_WEBHOOK_SECRET: required'],
  [{}, { STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_first,' }, 'STRIPE_CONNECT_WEBHOOK_SECRET: must'],
])('refuses payouts by Stripe with %o and %o', (wrong, without, problem) => {
  const set = { ...access, ...without, PAYOUT_STRIPE: JSON.stringify({ ...stripe, ...wrong }) }
  const { config, problems } = readPayoutConfig(set, [])
  expect(config.stripe).toBeNull()
  expect(problems).toEqual([expect.stringMatching(`^${problem}`)])
})

it.each([
  ['a wrong IBAN', { iban: 'DE89370400440532013001' }, 'iban'],
  ['a name in another script', { name: 'Иванов' }, 'name'],
  ['a wrong BIC', { bic: 'COBA' }, 'bic'],
  ['a fee with parts of a cent', { feeUsd: 0.001 }, 'feeUsd'],
])('refuses a bank account with %s', (_, wrong, field) => {
  const set = { PAYOUT_BANK: JSON.stringify({ ...bank, ...wrong }) }
  const { config, problems } = readPayoutConfig(set, [])
  expect(config.bank).toBeNull()
  expect(problems).toEqual([expect.stringMatching(`^PAYOUT_BANK: ${field}: `)])
})
