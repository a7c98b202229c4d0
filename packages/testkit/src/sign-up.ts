import type { CaptchaAction } from '@gridloom/server/features/auth/index'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { codeFor } from './inbox.ts'
import type { TestServer } from './server.ts'

/** The parts of a challenge that the solver reads. Source: altcha-lib 2, `Challenge`. */
const Challenge = z.object({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
  }),
  signature: z.string(),
})

/** Where users register: a test server, or a real one. */
export type SignInTarget = Pick<TestServer, 'client' | 'accessCode' | 'operator' | 'inbox'>

interface NewAccount {
  /** A unique one by default. */
  email?: string
  password?: string
  /** Whether to enter the access code too. */
  access: boolean
}

let signedUp = 0

/**
 * Registers an account as a user would, human check included, verifies its address with the emailed code, and returns
 * its token.
 */
export async function signUp(server: SignInTarget, account: NewAccount): Promise<string> {
  signedUp += 1
  const { email = `person-${signedUp}@example.com` } = account
  const code = account.access ? { referral_code: server.accessCode } : {}
  const registered = await register(server, { ...account, email, ...code })
  return verify(server, { email, token: registered })
}

interface Registering {
  email: string
  password?: string
  referral_code?: string
}

/** Only registers: the address of the account is not verified yet. Returns its token. */
export async function register(
  server: SignInTarget,
  { email, password = 'a password of tests', referral_code }: Registering,
): Promise<string> {
  const answer = await solveCaptcha(server, 'register')
  const body = { email, password, 'cf-turnstile-response': answer }
  const given = referral_code === undefined ? body : { ...body, referral_code }
  return (await server.client().auth.register({ body: given })).token
}

/** Reads the newest code of an address and redeems it, with the token of the registration or without one. */
export async function verify(
  server: SignInTarget,
  { email, token }: { email: string; token?: string },
): Promise<string> {
  const body = { email, otp: await codeFor(server.inbox, email) }
  return (await server.client(token).auth.verifyOtp({ body })).token
}

/** Signs in to an existing account; the operator's by default. */
export async function signIn(
  server: SignInTarget,
  account: { email: string; password: string } = server.operator,
): Promise<string> {
  const answer = await solveCaptcha(server, 'login')
  const body = { ...account, 'cf-turnstile-response': answer }
  const { token } = await server.client().auth.login({ body })
  return token
}

/** Solves the embedded human check and returns the answer that its widget would give. */
export async function solveCaptcha(server: SignInTarget, action: CaptchaAction): Promise<string> {
  const shown = await server.client().auth.captchaChallenge({ query: { action } })
  const challenge = Challenge.parse(shown)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
