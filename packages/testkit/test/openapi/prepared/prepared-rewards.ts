import type { PreparedCalls } from './prepared-call.ts'

/** Giving and claiming a reward take an account. */
export const preparedRewards: PreparedCalls = {
  'rewards.give': async ({ person, operatorToken }) => {
    const { email } = await person()
    const body = { email, micro_usd: 1_000_000, key: 'to give', text: 'For a test' }
    return { token: await operatorToken(), body }
  },
  'rewards.claim': async ({ product, person }) => {
    const { token, email } = await person()
    await product.operator.rewards.give({
      body: { email, micro_usd: 1_000_000, key: 'to claim', text: 'For a test' },
    })
    return { token }
  },
}
