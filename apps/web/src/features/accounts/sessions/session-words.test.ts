import { SessionOrigin } from '@gridloom/contract/auth/session'
import { describe, expect, it } from 'vitest'
import { deviceOf, originWords } from './session-words.ts'

describe('session words', () => {
  it('cover every origin of a session', () => {
    expect(Object.keys(originWords).toSorted()).toEqual(SessionOrigin.options.toSorted())
  })

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1', 'phone'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'desktop'],
    ['node', 'program'],
    [null, 'desktop'],
  ])('classify the user agent %s as %s', (userAgent, device) => {
    expect(deviceOf({ origin: 'password', user_agent: userAgent })).toBe(device)
  })

  it('recognise the browser extension by the origin of its session', () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0.0.0 Safari/537.36'
    expect(deviceOf({ origin: 'extension', user_agent: userAgent })).toBe('extension')
  })
})
