import { parseSetCookie } from 'cookie'
import { describe, expect, it } from 'vitest'
import { cookieOf, loginCookie, withoutCookie } from './cookies.ts'

const https = 'https://gridloom.example'
const http = 'http://localhost:3000'

describe('loginCookie', () => {
  it('is secure, limited to this host, hidden from scripts and valid for ten minutes', () => {
    expect(parseSetCookie(loginCookie(https, 'attempt', 'abc'))).toEqual({
      name: '__Host-gridloom-attempt',
      value: 'abc',
      path: '/',
      sameSite: 'lax',
      maxAge: 600,
      httpOnly: true,
      secure: true,
    })
  })

  it('is same-site only and valid for a minute when it redeems a login', () => {
    expect(parseSetCookie(loginCookie(https, 'login', 'abc'))).toMatchObject({
      path: '/',
      sameSite: 'strict',
      maxAge: 60,
      httpOnly: true,
      secure: true,
    })
  })

  it('is not secure on a server without TLS', () => {
    const cookie = parseSetCookie(loginCookie(http, 'login', 'abc'))
    expect(cookie.name).toBe('gridloom-login')
    expect(cookie.secure).toBeUndefined()
  })
})

describe('cookieOf', () => {
  it('finds its own cookie among others', () => {
    const header = 'token=x; __Host-gridloom-attempt=abc; gridloom-attempt=forged'
    expect(cookieOf(https, 'attempt', header)).toBe('abc')
    expect(cookieOf(http, 'attempt', header)).toBe('forged')
    expect(cookieOf(https, 'login', header)).toBeUndefined()
  })

  it('returns undefined when the cookie is missing', () => {
    for (const header of [undefined, '', ';;=;', '__proto__=x'])
      expect(cookieOf(https, 'attempt', header)).toBeUndefined()
  })
})

describe('withoutCookie', () => {
  it('expires the cookie with the name and path with which it was set', () => {
    const set = parseSetCookie(loginCookie(https, 'login', 'abc'))
    const gone = parseSetCookie(withoutCookie(https, 'login'))
    expect(gone).toMatchObject({ name: set.name, path: set.path, value: '', maxAge: 0 })
  })
})
