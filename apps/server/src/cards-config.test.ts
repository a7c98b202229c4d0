import { describe, expect, it } from 'vitest'
import { readCardsConfig } from './cards-config.ts'

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_test' }

describe('the configuration of card payments', () => {
  it('is none without keys', () => {
    expect(readCardsConfig({})).toEqual({ config: undefined, problems: [] })
  })

  it('has limits in micro-dollars', () => {
    const { config } = readCardsConfig({ ...keys, CARD_PAYMENT_USD_MAX: '100' })
    expect(config).toMatchObject({
      paymentMicroUsdMin: 5_000_000,
      paymentMicroUsdMax: 100_000_000,
      apiUrl: 'https://api.stripe.com',
    })
  })

  it('names each variable that is wrong or lacking', () => {
    expect(readCardsConfig({ STRIPE_SECRET_KEY: 'sk_test_1' }).problems).toEqual([
      'STRIPE_WEBHOOK_SECRET: required when STRIPE_SECRET_KEY is set',
    ])
    for (const [name, value] of [
      ['STRIPE_SECRET_KEY', 'pk_test_1'],
      ['STRIPE_WEBHOOK_SECRET', 'secret'],
      ['STRIPE_API_URL', 'http://stripe.example'],
      ['STRIPE_API_URL', 'https://stripe.example/v1'],
      ['CARD_PAYMENT_USD_MIN', '0'],
      ['CARD_PAYMENT_USD_MIN', '3000'],
    ] as const)
      expect(readCardsConfig({ ...keys, [name]: value }).problems.join()).toContain(name)
  })
})
