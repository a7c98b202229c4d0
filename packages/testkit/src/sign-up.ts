import type { CaptchaAction } from '@gridloom/server/features/auth/index'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { codeFor } from './inbox.ts'
import type { TestServer } from './server.ts'

/** What of a challenge the solver reads. Source: altcha-lib 2, `Challenge`. */
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

/** Where people come in: a server of tests, or a real one. */
export type SignInTarget = Pick<TestServer, 'client' | 'accessCode' | 'operator' | 'inbox'>

interface NewAccount {
  /** Unlike any other unless given. */
  email?: string
  password?: string
  /** Whether the access code is entered too. */
  access: boolean
}

let signedUp = 0

/**
 * Registers an account as a person would, human check included, proves its address with the code that comes by mail,
 * and returns its token.
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

/** Only registers: an account whose address is not proven yet. Returns its token. */
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

/** Signs in to an account that is there; the operator's unless told. */
export async function signIn(
  server: SignInTarget,
  account: { email: string; password: string } = server.operator,
): Promise<string> {
  const answer = await solveCaptcha(server, 'login')
  const body = { ...account, 'cf-turnstile-response': answer }
  const { token } = await server.client().auth.login({ body })
  return token
}

/** Does the work of the embedded human check and returns the answer that its widget would give. */
export async function solveCaptcha(server: SignInTarget, action: CaptchaAction): Promise<string> {
  const shown = await server.client().auth.captchaChallenge({ query: { action } })
  const challenge = Challenge.parse(shown)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
