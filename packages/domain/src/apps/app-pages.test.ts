import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loginOf, pagesOf } from './app-pages.ts'

const page = { title: 'Lab', port: 8888, path: '/lab?token={TOKEN}' }

describe('the pages of an app', () => {
  it('have the values of its environment in their paths', () => {
    expect(pagesOf([page], { TOKEN: 'a b&c' })).toEqual([{ ...page, path: '/lab?token=a%20b%26c' }])
  })

  it('never let a value change the path around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        fc.pre(value.isWellFormed())
        const path = pagesOf([page], { TOKEN: value })[0]?.path ?? ''
        const url = new URL(path, 'http://app.example')
        expect(url.pathname).toBe('/lab')
        expect(url.searchParams.get('token')).toBe(value)
      }),
    )
  })

  it('leave a variable empty that is not set, also one that every object has', () => {
    const paths = pagesOf([{ ...page, path: '/{TOKEN}{CONSTRUCTOR}' }], {})
    expect(paths[0]?.path).toBe('/')
  })
})

describe('the login of an app', () => {
  const login = { username: 'admin', password: 'PASSWORD' }
  it('is its user name and the value of its password', () => {
    expect(loginOf(login, { PASSWORD: 'x' })).toEqual([
      { label: 'User', value: 'admin', secret: false },
      { label: 'Password', value: 'x', secret: true },
    ])
  })

  it('is empty where the app needs none', () => {
    expect(loginOf(null, { PASSWORD: 'x' })).toEqual([])
    expect(loginOf({ ...login, username: '' }, {})).toEqual([])
  })
})
