import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { signedHeaders, webhookSecret } from './signature.ts'

it('signs as the example of the Standard Webhooks specification', () => {
  // Source: github.com/standard-webhooks/standard-webhooks, libraries' common test vector.
  const headers = signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampS: 1614265330,
    body: '{"test": 2432232314}',
  })
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('has one signature for each secret', () => {
  const random = Buffer.alloc(32, 7).toString('base64url')
  const [one, other] = [webhookSecret(random), webhookSecret(`${random.slice(0, -2)}A`)]
  const signed = { id: 'evt_1', timestampS: 5, body: '{}' }
  const { 'webhook-signature': both } = signedHeaders([one, other], signed)
  const each = [one, other].map((secret) => signedHeaders([secret], signed)['webhook-signature'])
  expect(both).toBe(each.join(' '))
})

it('makes secrets of 256 bits that any library of the standard decodes', () => {
  const bytes = Buffer.from([...Array(32).keys()].map((n) => n * 8))
  const secret = webhookSecret(bytes.toString('base64url'))
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  expect(key).toEqual(bytes)
  const signature = createHmac('sha256', key).update('a.1.b').digest('base64')
  const headers = signedHeaders([secret], { id: 'a', timestampS: 1, body: 'b' })
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)
})
