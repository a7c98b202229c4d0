import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { turnstileCaptcha } from './turnstile.ts'

const failed = { code: 'captcha_failed' }
const passed = { success: true, hostname: 'gridloom.example', action: 'login' }

it('sends secret, answer and address to Cloudflare and accepts a success', async () => {
  await using stand = await setup({ verdict: passed })
  await stand.verify('login')
  expect(stand.asked).toEqual([
    { path: '/turnstile/v0/siteverify', body: { secret: 's', response: 'a', remoteip: '::1' } },
  ])
})

it.each([
  ['a refusal', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['another form', { ...passed, action: 'register' }],
  ['no form', { success: true, hostname: passed.hostname }],
  ['another site', { ...passed, hostname: 'evil.example' }],
  ['words that are not its own', { ok: true }],
])('rejects %s', async (_, verdict) => {
  await using stand = await setup({ verdict })
  await expect(stand.verify('login')).rejects.toMatchObject(failed)
})

it('rejects every answer while Cloudflare does not respond in time', async () => {
  await using slow = await setup({ verdict: 'never' })
  await expect(slow.verify('login')).rejects.toMatchObject(failed)
  const gone = turnstileCaptcha({ ...options, baseUrl: 'http://127.0.0.1:1' })
  await expect(gone.verify({ answer: 'a', action: 'login', address: '::1' })).rejects.toMatchObject(
    failed,
  )
})

it('issues no challenges of its own', async () => {
  const captcha = turnstileCaptcha({ ...options, baseUrl: 'http://127.0.0.1:1' })
  await expect(captcha.challenge('login')).rejects.toMatchObject({ code: 'not_found' })
  expect(captcha.shown).toEqual({ kind: 'turnstile', site_key: 'k' })
})

const options = {
  clock: systemClock,
  ...{ siteKey: 'k', secretKey: 's', hostname: 'gridloom.example', timeoutMs: 200 },
}

/** A stand-in for challenges.cloudflare.com that answers every request with the verdict. */
async function setup({ verdict }: { verdict: unknown }) {
  const asked: unknown[] = []
  const server = createServer(async (request, response) => {
    asked.push({ path: request.url, body: await json(request) })
    if (verdict !== 'never') response.end(JSON.stringify(verdict))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const captcha = turnstileCaptcha({ ...options, baseUrl: `http://127.0.0.1:${address.port}` })
  return {
    asked,
    verify: (action: 'login' | 'register') =>
      captcha.verify({ answer: 'a', action, address: '::1' }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
