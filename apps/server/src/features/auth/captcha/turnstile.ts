import type { Clock } from '@gridloom/async/clock'
import { Refused } from '@gridloom/contract/errors'
import { z } from 'zod'
import type { Captcha, CaptchaAnswered } from './captcha.ts'

interface TurnstileOptions {
  clock: Clock
  siteKey: string
  secretKey: string
  /** The host on which the widget must have been shown; not checked if `undefined`. */
  hostname: string | undefined
  /** Without a trailing slash. */
  baseUrl: string
  timeoutMs: number
}

export const turnstileUrl = 'https://challenges.cloudflare.com'

/** Source: developers.cloudflare.com/turnstile, "Validate the token" (siteverify). */
const Verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  hostname: z.string().optional(),
  action: z.string().optional(),
})

/**
 * Cloudflare Turnstile. Cloudflare ensures that each token is used once and within 300 s. Fails closed: while
 * Cloudflare is unreachable, every answer is rejected.
 */
export function turnstileCaptcha(options: TurnstileOptions): Captcha {
  return {
    shown: { kind: 'turnstile', site_key: options.siteKey },
    challenge: async () => {
      throw new Refused('not_found', { details: { what: 'challenge' } })
    },
    async verify(answered) {
      const verdict = await askCloudflare(options, answered)
      if (!verdict.success) throw failed(verdict['error-codes'].join(', '))
      if (verdict.action !== answered.action) throw failed(`made for ${verdict.action}`)
      if (options.hostname !== undefined && verdict.hostname !== options.hostname)
        throw failed(`shown on ${verdict.hostname}`)
    },
  }
}

async function askCloudflare(
  { clock, baseUrl, secretKey, timeoutMs }: TurnstileOptions,
  { answer, address }: CaptchaAnswered,
): Promise<z.infer<typeof Verdict>> {
  try {
    const response = await fetch(`${baseUrl}/turnstile/v0/siteverify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret: secretKey, response: answer, remoteip: address }),
      signal: clock.timeout(timeoutMs),
    })
    return Verdict.parse(await response.json())
  } catch (cause) {
    throw failed('siteverify could not be asked', cause)
  }
}

function failed(why: string, cause?: unknown): Refused {
  return new Refused('captcha_failed', { internal: `captcha_failed: ${why}`, cause })
}
