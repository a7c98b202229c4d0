import type { Clock } from '@gridloom/async/clock'
import { Refused } from '@gridloom/contract/errors'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Ids } from '../../../platform/ids.ts'
import type { Captcha, CaptchaAnswered } from './captcha.ts'

/** The work of the widget: PBKDF2 rounds per try, and the range of tries. */
export interface Difficulty {
  readonly rounds: number
  readonly triesMin: number
  readonly triesMax: number
}

/** About a second of one core in a browser; verifying an answer takes under a millisecond. */
export const usualDifficulty: Difficulty = { rounds: 5_000, triesMin: 200, triesMax: 600 }

const challengeLifeMs = 10 * 60_000

interface AltchaOptions {
  /** HMAC key shared by all replicas; anyone who has it can create challenges that are solved already. */
  secret: string
  difficulty: Difficulty
  clock: Clock
  ids: Ids
  /** Records that an answer was used. */
  spend(answer: { signature: string; expiresAt: Date }): Promise<'spent' | 'used_before'>
}

/** The widget's answer: base64 of the challenge as issued, and its solution. Source: altcha-lib 2, `Payload`. */
const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.object({ action: z.string(), expires_at_ms: z.int() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})
type Payload = z.infer<typeof Payload>

/**
 * The embedded human check: a proof of work (altcha), without a third party. It makes bots expensive but does not stop
 * them, so rate limits still apply. An answer is bound to its form, expires, and is accepted once.
 */
export function altchaCaptcha(options: AltchaOptions): Captcha {
  const { difficulty, clock, ids, spend } = options
  const keys = {
    hmacSignatureSecret: `challenge:${options.secret}`,
    hmacKeySignatureSecret: `solution:${options.secret}`,
  }
  const accept = async ({ answer, action }: CaptchaAnswered) => {
    const { challenge, solution } = parsePayload(answer)
    const { data } = challenge.parameters
    if (data.action !== action) throw failed(`made for ${data.action}, used for ${action}`)
    if (data.expires_at_ms <= clock.now().getTime()) throw failed('expired')
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...keys })
    if (!verified) throw failed('wrong solution or signature')
    const expiresAt = new Date(data.expires_at_ms)
    if ((await spend({ signature: challenge.signature, expiresAt })) === 'used_before')
      throw failed('used before')
  }
  return {
    shown: { kind: 'altcha' },
    async challenge(action) {
      const expiresAtMs = clock.now().getTime() + challengeLifeMs
      const { triesMin, triesMax, rounds } = difficulty
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        counter: triesMin + Math.floor(ids.random() * (triesMax - triesMin + 1)),
        data: { action, expires_at_ms: expiresAtMs },
        deriveKey,
        ...keys,
      })
      // For the widget only, which then requests a new challenge; unsigned, as the library would use another clock.
      const expiresAt = Math.floor(expiresAtMs / 1_000)
      return { ...made, parameters: { ...made.parameters, expiresAt } }
    },
    verify: accept,
  }
}

/** Parses an answer and keeps only its signed parts. */
function parsePayload(answer: string): Payload {
  try {
    return Payload.parse(JSON.parse(Buffer.from(answer, 'base64').toString('utf8')))
  } catch (cause) {
    throw failed('not an answer of the widget', cause)
  }
}

function failed(why: string, cause?: unknown): Refused {
  return new Refused('captcha_failed', { internal: `captcha_failed: ${why}`, cause })
}
