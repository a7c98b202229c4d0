import type { Platform } from '../../../platform/create-platform.ts'
import { sharedSecret } from '../../../platform/shared-secret.ts'
import { spendAnswer } from '../captcha-store.ts'
import { altchaCaptcha, type Difficulty } from './altcha.ts'
import type { Captcha } from './captcha.ts'
import { turnstileCaptcha, turnstileUrl } from './turnstile.ts'

type CaptchaOptions = Pick<Platform, 'config' | 'clock' | 'ids' | 'transact'> & {
  difficulty: Difficulty
}

/** Creates Turnstile if it is configured, else the embedded proof of work with a key shared by all replicas. */
export async function createCaptcha(options: CaptchaOptions): Promise<Captcha> {
  const { config, clock, ids, difficulty, transact } = options
  if (config.turnstile !== undefined) {
    const { hostname } = new URL(config.publicUrl)
    return turnstileCaptcha({
      ...config.turnstile,
      hostname,
      clock,
      baseUrl: turnstileUrl,
      timeoutMs: 10_000,
    })
  }
  const candidate = ids.secret()
  const secret = await transact((tx) =>
    sharedSecret(tx, { name: 'captcha', candidate, createdAt: clock.now() }),
  )
  return altchaCaptcha({
    secret,
    difficulty,
    clock,
    ids,
    spend: (answer) => transact((tx) => spendAnswer(tx, answer)),
  })
}
