import { describe, expect, it } from 'vitest'
import { createAuth, wayAfterSignIn } from './auth-store.ts'

describe('createAuth', () => {
  it('is signed in exactly when there is a token', () => {
    const auth = createAuth('abc')
    expect(auth.store.getState()).toMatchObject({ isLoggedIn: true, token: 'abc' })
    auth.holdToken(undefined)
    expect(auth.store.getState()).toMatchObject({ isLoggedIn: false, token: undefined })
  })

  it('opens the modal at the view that was asked for', () => {
    const auth = createAuth(undefined)
    auth.openLogin('register')
    expect(auth.store.getState()).toMatchObject({ showLogin: true, loginFlow: 'register' })
    auth.openAccessCode()
    expect(auth.store.getState()).toMatchObject({ loginFlow: 'access', showAccessCode: true })
  })

  it('takes the access code off the screen with the modal', () => {
    const auth = createAuth('abc')
    auth.openAccessCode()
    auth.closeLogin()
    expect(auth.store.getState()).toMatchObject({ showLogin: false, showAccessCode: false })
  })

  it('forgets what a visit was about', () => {
    const auth = createAuth('abc')
    auth.keepEmail('ada@example.com')
    auth.chooseFlow('provider')
    auth.keepWay('/machines')
    auth.forgetVisit()
    expect(auth.store.getState()).toMatchObject({
      email: '',
      flow: undefined,
      accessFlow: undefined,
    })
  })
})

describe('wayAfterSignIn', () => {
  it('goes on where sign-in came in the way', () => {
    expect(way({ keptWay: '/machines/mch_1' })).toBe('/machines/mch_1')
  })

  it('leads a provider to the machines and everybody else to the market', () => {
    expect(way({ flow: 'provider' })).toBe('/machines')
    expect(way({})).toBe('/instance')
  })
})

function way({ keptWay, flow }: { keptWay?: string; flow?: 'provider' }) {
  const auth = createAuth('abc')
  auth.keepWay(keptWay)
  if (flow) auth.chooseFlow(flow)
  return wayAfterSignIn(auth.store.getState())
}
