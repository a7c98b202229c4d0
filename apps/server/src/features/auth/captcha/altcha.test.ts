import { createTestClock } from '@gridloom/async/test-clock'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { systemIds } from '../../../platform/ids.ts'
import { altchaCaptcha } from './altcha.ts'
import type { CaptchaAction } from './captcha.ts'

const failed = { code: 'captcha_failed' }

it('accepts the answer to its own challenge', async () => {
  const { verify, answerTo } = setup()
  await expect(verify(await answerTo('login'), 'login')).resolves.toBeUndefined()
})

it('accepts an answer only once', async () => {
  const { verify, answerTo } = setup()
  const answer = await answerTo('login')
  await verify(answer, 'login')
  await expect(verify(answer, 'login')).rejects.toMatchObject(failed)
})

it('accepts one of two concurrent uses of an answer', async () => {
  const { verify, answerTo } = setup()
  const answer = await answerTo('login')
  const both = await Promise.allSettled([verify(answer, 'login'), verify(answer, 'login')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('rejects an answer for another form', async () => {
  const { verify, answerTo } = setup()
  await expect(verify(await answerTo('login'), 'register')).rejects.toMatchObject(failed)
})

it('accepts an answer for ten minutes', async () => {
  const { verify, answerTo, clock } = setup()
  const [early, late] = [await answerTo('login'), await answerTo('login')]
  await clock.advance(10 * 60_000 - 1)
  await expect(verify(early, 'login')).resolves.toBeUndefined()
  await clock.advance(1)
  await expect(verify(late, 'login')).rejects.toMatchObject(failed)
})

it('rejects a challenge whose expiry or form was changed', async () => {
  const { verify, answerTo, change } = setup()
  const answer = await answerTo('login')
  const longer = change(answer, (p) => {
    p.challenge.parameters.data.expires_at_ms += 1_000
  })
  await expect(verify(longer, 'login')).rejects.toMatchObject(failed)
  const other = change(answer, (p) => {
    p.challenge.parameters.data.action = 'register'
  })
  await expect(verify(other, 'register')).rejects.toMatchObject(failed)
})

it('rejects a wrong solution', async () => {
  const { verify, answerTo, change } = setup()
  const wrong = change(await answerTo('login'), (p) => {
    p.solution.derivedKey = '00'.repeat(32)
  })
  await expect(verify(wrong, 'login')).rejects.toMatchObject(failed)
})

it('rejects a challenge that another key signed', async () => {
  const { answerTo } = setup({ secret: 'theirs' })
  const { verify } = setup({ secret: 'ours' })
  await expect(verify(await answerTo('login'), 'login')).rejects.toMatchObject(failed)
})

it.each(['', 'x', 'e30=', encode({ challenge: { parameters: null } })])(
  'rejects the malformed answer %j',
  async (answer) => {
    const { verify } = setup()
    await expect(verify(answer, 'login')).rejects.toMatchObject(failed)
  },
)

it('reports to the widget when the challenge expires', async () => {
  const { captcha, clock } = setup()
  const { parameters } = Challenge.parse(await captcha.challenge('login'))
  expect(parameters.expiresAt).toBe(clock.now().getTime() / 1_000 + 600)
})

const Parameters = z.looseObject({
  algorithm: z.string(),
  nonce: z.string(),
  salt: z.string(),
  cost: z.int(),
  keyLength: z.int(),
  keyPrefix: z.string(),
  expiresAt: z.number(),
  data: z.object({ action: z.string(), expires_at_ms: z.int() }),
})
const Challenge = z.object({ parameters: Parameters, signature: z.string() })
const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

function setup({ secret = 'secret' } = {}) {
  const clock = createTestClock()
  const spent = new Set<string>()
  const captcha = altchaCaptcha({
    secret,
    difficulty: { rounds: 1, triesMin: 1, triesMax: 3 },
    clock,
    ids: systemIds(() => clock.now()),
    async spend({ signature }) {
      if (spent.has(signature)) return 'used_before'
      spent.add(signature)
      return 'spent'
    },
  })
  const verify = (answer: string, action: CaptchaAction) =>
    captcha.verify({ answer, action, address: '127.0.0.1' })
  const answerTo = async (action: CaptchaAction) => {
    const challenge = Challenge.parse(await captcha.challenge(action))
    const solution = await solveChallenge({ challenge, deriveKey })
    return encode({ challenge, solution })
  }
  const change = (answer: string, edit: (payload: z.infer<typeof Payload>) => void) => {
    const payload = Payload.parse(JSON.parse(Buffer.from(answer, 'base64').toString()))
    edit(payload)
    return encode(payload)
  }
  return { captcha, clock, verify, answerTo, change }
}

function encode(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}
