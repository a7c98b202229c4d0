import { describe, expect, it } from 'vitest'
import { createPageStorage } from '../../browser/page-storage.ts'
import { someDetails } from '../../testing/samples.ts'
import { createAuth, returnPathAfterSignIn } from './auth-store.ts'

describe('createAuth', () => {
  it('is signed in exactly while there is a token', () => {
    const auth = createAuth('abc', aBrowser().kept)
    expect(auth.store.getState()).toMatchObject({ isLoggedIn: true, token: 'abc' })
    auth.holdToken(undefined)
    expect(auth.store.getState()).toMatchObject({ isLoggedIn: false, token: undefined })
  })

  it('opens the modal at the requested view', () => {
    const auth = createAuth(undefined, aBrowser().kept)
    auth.openLogin('register')
    expect(auth.store.getState()).toMatchObject({ showLogin: true, loginFlow: 'register' })
    auth.openAccessCode()
    expect(auth.store.getState()).toMatchObject({ loginFlow: 'access', showAccessCode: true })
  })

  it('closes the access code view together with the modal', () => {
    const auth = createAuth('abc', aBrowser().kept)
    auth.openAccessCode()
    auth.closeLogin()
    expect(auth.store.getState()).toMatchObject({ showLogin: false, showAccessCode: false })
  })

  it('clears the visit’s state in memory and in storage, except the access code', () => {
    const { kept, stored } = aBrowser()
    const auth = createAuth('abc', kept)
    auth.keepEmail('ada@example.com')
    auth.chooseFlow('provider')
    auth.keepStep('welcome')
    auth.keepReturnPath('/machines')
    auth.holdDetails(someDetails())
    kept.write('config', '{}')
    auth.keepAccessCode('OPEN')
    auth.holdToken(undefined)
    auth.forgetVisit()
    expect(auth.store.getState()).toMatchObject({
      email: '',
      user: undefined,
      userDetails: undefined,
      isKol: false,
      membershipEnded: false,
      onboardStep: 'choose',
      flow: undefined,
      accessFlow: undefined,
    })
    expect([...stored.keys()]).toEqual(['referralCode'])
  })

  it('restores the stored state after a reload', () => {
    const { kept } = aBrowser()
    const before = createAuth('abc', kept)
    before.chooseFlow('render')
    before.keepStep('sign-up')
    before.keepAccessCode('OPEN')
    before.keepTempToken('temporary')
    before.holdDetails(someDetails({ name: 'Ada', profile_path: '/api/pictures/1' }))
    expect(createAuth('abc', kept).store.getState()).toMatchObject({
      flow: 'render',
      onboardStep: 'sign-up',
      accessCode: 'OPEN',
      tempToken: 'temporary',
      userDetails: { email: 'ada@example.com', image: '/api/pictures/1', name: 'Ada' },
    })
  })

  it('ignores stored values that are not valid', () => {
    const { kept, stored } = aBrowser()
    stored.set('flow', 'sideways')
    stored.set('onboardStep', '7')
    stored.set('userDetails', '{"email":')
    expect(createAuth('abc', kept).store.getState()).toMatchObject({
      flow: undefined,
      onboardStep: 'choose',
      userDetails: undefined,
    })
  })

  it('stores the flag that other tabs read exactly while the user is signed in', () => {
    const { kept, stored } = aBrowser()
    const auth = createAuth(undefined, kept)
    auth.holdToken('abc')
    expect(stored.get('isLoggedIn')).toBe('true')
    auth.holdToken(undefined)
    expect(stored.has('isLoggedIn')).toBe(false)
  })

  it('clears the temporary token when the modal closes', () => {
    const { kept, stored } = aBrowser()
    const auth = createAuth(undefined, kept)
    auth.keepTempToken('temporary')
    auth.closeLogin()
    expect(auth.store.getState().tempToken).toBeUndefined()
    expect(stored.has('tempToken')).toBe(false)
  })

  it('stores no return path to another site', () => {
    const auth = createAuth(undefined, aBrowser().kept)
    for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example']) {
      auth.keepReturnPath(elsewhere)
      expect(auth.store.getState().accessFlow).toBeUndefined()
    }
  })

  it('spells the maintenance flag as the specification does', () => {
    const auth = createAuth(undefined, aBrowser().kept)
    auth.holdHealth('failed')
    expect(auth.store.getState().underMaintance).toBe(true)
    auth.holdHealth('ok')
    expect(auth.store.getState().underMaintance).toBe(false)
  })
})

describe('returnPathAfterSignIn', () => {
  it('returns to the page that required signing in', () => {
    expect(returnPathAfterSignIn({ accessFlow: '/machines/mch_1', flow: 'render' })).toBe(
      '/machines/mch_1',
    )
  })

  it.each([
    ['provider', '/dashboard'],
    ['render', '/render'],
    ['startup', '/company'],
    ['hivemind', '/onboarding'],
    [undefined, '/onboarding'],
  ] as const)('sends the flow %s to %s', (flow, way) => {
    expect(returnPathAfterSignIn({ accessFlow: undefined, flow })).toBe(way)
  })
})

function aBrowser() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  }
  return { stored, kept: createPageStorage({ local: storage, session: storage }) }
}
