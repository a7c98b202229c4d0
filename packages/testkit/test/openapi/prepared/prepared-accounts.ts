import sharp from 'sharp'
import { codeFor } from '../../../src/inbox.ts'
import { register, signIn, signUp, solveCaptcha } from '../../../src/sign-up.ts'
import type { PreparedCalls } from './prepared-call.ts'

/** Signing up and in, and what belongs to a user. */
export const preparedAccounts: PreparedCalls = {
  'auth.register': async ({ product }) => {
    const answer = await solveCaptcha(product.server, 'register')
    const body = { email: 'new@example.com', password: 'a password of tests' }
    return { body: { ...body, 'cf-turnstile-response': answer } }
  },
  'auth.login': async ({ product, person }) => {
    const { email, password } = await person()
    const answer = await solveCaptcha(product.server, 'login')
    return { body: { email, password, 'cf-turnstile-response': answer } }
  },
  'auth.verifyOtp': async ({ product: { server } }) => {
    const email = 'verifies@example.com'
    const token = await register(server, { email })
    return { token, body: { email, otp: await codeFor(server.inbox, email) } }
  },
  'auth.confirm': async ({ person }) => {
    const { token, password } = await person()
    return { token, body: { password } }
  },
  'auth.updatePassword': async ({ person }) => {
    const { token, password } = await person()
    return { token, body: { old_password: password, new_password: 'another password of tests' } }
  },
  'auth.endSession': async ({ product, person }) => {
    const { token, email, password, client } = await person()
    await signIn(product.server, { email, password })
    const other = (await client.auth.sessions()).find(({ current }) => !current)
    return { token, params: { id: other?.id ?? '' } }
  },
  'accounts.enterAccessCode': async ({ product: { server } }) => ({
    token: await signUp(server, { email: 'enters@example.com', access: false }),
    body: { referral_code: server.accessCode },
  }),
  'accounts.picture': async ({ person }) => {
    const { client } = await person()
    const body = { image: await aPicture() }
    const { profile_path: path } = await client.accounts.updateProfile({ body })
    return { params: { hash: /[0-9a-f]{64}/.exec(path ?? '')?.[0] ?? '' } }
  },
  'companies.acceptInvitation': invited,
  'companies.declineInvitation': invited,
  'companies.fund': async (site) => {
    const { token, id, email } = await owned(site)
    // Welcome credit cannot be transferred.
    const credit = { email, micro_usd: 1_000_000, key: 'to fund', text: 'of tests' }
    await site.product.operator.ledger.credit({ body: credit })
    return { token, params: { id }, body: { micro_usd: 10_000, key: 'once' } }
  },
  'companies.close': async (site) => {
    const { token, id } = await owned(site)
    return { token, params: { id } }
  },
  'ledger.credit': async ({ person, operatorToken }) => {
    const { email } = await person()
    const body = { email, micro_usd: 1_000_000, key: 'credit', text: 'of tests' }
    return { token: await operatorToken(), body }
  },
  'operator.withdrawAnnouncement': async ({ product, operatorToken }) => {
    const body = { level: 'info' as const, text: 'Hello' }
    const { id } = await product.operator.operator.announce({ body })
    return { token: await operatorToken(), params: { id } }
  },
}

type Site = Parameters<PreparedCalls[string]>[0]

/** A grey square of the smallest size that is accepted, as a data URL. */
async function aPicture(): Promise<string> {
  const create = { width: 32, height: 32, channels: 3, background: 'grey' } as const
  const bytes = await sharp({ create }).png().toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

/** A user with a company. */
async function owned({ person }: Site) {
  const { token, client, email } = await person()
  const { id } = await client.companies.create({ body: { name: 'Acme' } })
  return { token, id, email }
}

/** A user who is invited to another's company. */
async function invited({ person }: Site) {
  const { client } = await person()
  const { token, email } = await person()
  const { id } = await client.companies.create({ body: { name: 'Acme' } })
  const asked = await client.companies.invite({ params: { id }, body: { email, role: 'member' } })
  return { token, params: { id: asked.id } }
}
