import type { CaptchaAction } from '@gridloom/server/features/identity/index'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
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
export type Door = Pick<TestServer, 'client' | 'accessCode' | 'operator'>

interface NewAccount {
  /** Unlike any other unless given. */
  email?: string
  password?: string
  /** Whether the access code is entered too. */
  access: boolean
}

let signedUp = 0

/** Registers an account as a person would, human check included, and returns its token. */
export async function signUp(server: Door, account: NewAccount): Promise<string> {
  signedUp += 1
  const { email = `person-${signedUp}@example.com`, password = 'a password of tests' } = account
  const { token } = await server.client().identity.register({
    body: {
      email,
      password,
      'cf-turnstile-response': await solveCaptcha(server, 'register'),
      ...(account.access ? { referral_code: server.accessCode } : {}),
    },
  })
  return token
}

/** Signs in to an account that is there; the operator's unless told. */
export async function signIn(
  server: Door,
  account: { email: string; password: string } = server.operator,
): Promise<string> {
  const answer = await solveCaptcha(server, 'login')
  const body = { ...account, 'cf-turnstile-response': answer }
  const { token } = await server.client().identity.login({ body })
  return token
}

/** Does the work of the embedded human check and returns the answer that its widget would give. */
export async function solveCaptcha(server: Door, action: CaptchaAction): Promise<string> {
  const shown = await server.client().identity.captchaChallenge({ query: { action } })
  const challenge = Challenge.parse(shown)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
