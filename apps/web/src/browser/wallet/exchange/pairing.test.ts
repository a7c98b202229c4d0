import { expect, it } from 'vitest'
import { deepLink, isMobile, pairingUri } from './pairing.ts'

const pairing = { topic: 't-1', relay: 'wss://relay.example/x', key: 'ab'.repeat(32) }
const uri = `wc:t-1@1?bridge=wss://relay.example/x&key=${'ab'.repeat(32)}&scene=bid`
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)'

it('writes the code as the wallet reads it', () => {
  expect(pairingUri(pairing)).toBe(uri)
})

it('opens the app on Android with the code inside', () => {
  const link = deepLink({ userAgent: android, uri, nowMs: 7 })
  const [path, query = ''] = link.split('&startPageQuery=')
  expect(path).toBe(
    'bnc://app.binance.com/mp/app?appId=xoqXxUSMRccLCrZNRebmzj&startPagePath=L3BhZ2VzL2Rhc2hib2FyZC1uZXcvaW5kZXg=',
  )
  expect(Buffer.from(query, 'base64url').toString()).toBe(
    `wc=${encodeURIComponent(uri)}&isDeepLink=true&id=7`,
  )
})

it('opens the app on iOS by a universal link', () => {
  const link = deepLink({ userAgent: iphone, nowMs: 7 })
  const query = link.replace('https://app.binance.com/?_dp=', '')
  expect(Buffer.from(query, 'base64url').toString()).toBe(
    '/mp/app?appId=xoqXxUSMRccLCrZNRebmzj&startPagePath=L3BhZ2VzL2Rhc2hib2FyZC1uZXcvaW5kZXg=',
  )
})

it.each([
  [android, true],
  [iphone, true],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/156', false],
])('tells phones from desktops: %s', (userAgent, expected) => {
  expect(isMobile(userAgent)).toBe(expected)
})
