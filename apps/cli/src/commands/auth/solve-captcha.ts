import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib'
import * as argon2id from 'altcha-lib/algorithms/argon2id'
import * as pbkdf2 from 'altcha-lib/algorithms/pbkdf2'
import * as scrypt from 'altcha-lib/algorithms/scrypt'
import * as sha from 'altcha-lib/algorithms/sha'
import type { Ctx } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'

const solveLimitMs = 90_000

/**
 * Solves the human check of a form, and resolves with the answer: base64 of the JSON `{challenge, solution}`, as the
 * library's own widget sends it. If the server uses Turnstile, which only a browser can pass, rejects with an error
 * that says what to do instead.
 */
export async function solveCaptcha(ctx: Ctx, action: 'login' | 'register'): Promise<string> {
  const { captcha } = await ctx.client.system.config({ signal: ctx.signal })
  if (captcha.kind === 'turnstile') throw new FailedError(browserOnly(ctx.serverUrl, action))
  ctx.output.progress('Verifying…')
  const challenge = asChallenge(
    await ctx.client.auth.captchaChallenge({ query: { action }, signal: ctx.signal }),
  )
  const solution = await solveChallenge({
    challenge,
    deriveKey: derivationOf(challenge.parameters.algorithm),
    timeout: solveLimitMs,
  })
  if (solution === null) throw new FailedError('Verification timed out. Try again.')
  const { parameters, signature } = challenge
  const answer = JSON.stringify({ challenge: { parameters, signature }, solution })
  return Buffer.from(answer).toString('base64')
}

function browserOnly(serverUrl: string, action: 'login' | 'register'): string {
  const deed = action === 'login' ? 'Sign in' : 'Create your account'
  return (
    `${serverUrl} requires a verification that only works in a browser. ${deed} at ${serverUrl}, ` +
    'copy the value of the cookie "token" and run: gridloom login --token TOKEN'
  )
}

function derivationOf(algorithm: string): DeriveKeyFunction {
  if (algorithm.startsWith('PBKDF2/')) return pbkdf2.deriveKey
  if (algorithm.startsWith('SHA-')) return sha.deriveKey
  if (algorithm === 'SCRYPT') return scrypt.deriveKey
  if (algorithm === 'ARGON2ID') return argon2id.deriveKey
  throw new FailedError(
    `This server uses a verification (${algorithm}) that this version of gridloom does not support. Update gridloom.`,
  )
}

/** Named cast: the contract passes the library's own type through, and its solver validates it. */
function asChallenge(challenge: object): Challenge {
  if (!('parameters' in challenge))
    throw new FailedError('The verification challenge could not be read.')
  return challenge as Challenge
}
