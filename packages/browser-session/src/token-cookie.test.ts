import { describe, expect, it } from 'vitest'
import { cookieTokens } from './token-cookie.ts'

describe('cookieTokens', () => {
  it('stores the token for 7 days, for the whole site, with SameSite=Lax', () => {
    const { tokens, page } = setup({})
    tokens.write('abc')
    expect(page.cookie).toBe('token=abc; max-age=604800; path=/; SameSite=Lax')
  })

  it('sets Secure over https', () => {
    const { tokens, page } = setup({ protocol: 'https:' })
    tokens.write('abc')
    expect(page.cookie).toContain('; Secure')
  })

  it('finds the token among other cookies', () => {
    const { tokens } = setup({ cookie: 'theme=dark; token=a%3Db; tokens=no' })
    expect(tokens.read()).toBe('a=b')
  })

  it('returns no token when the cookie is missing or empty', () => {
    expect(setup({ cookie: 'other=1' }).tokens.read()).toBeUndefined()
    expect(setup({ cookie: 'token=' }).tokens.read()).toBeUndefined()
  })

  it('removes the cookie and reports the change', () => {
    const { tokens, page, changes } = setup({ cookie: 'token=abc' })
    tokens.clear()
    expect(page.cookie).toContain('max-age=0')
    expect(changes).toEqual([undefined])
  })

  it('reports each token that it writes', () => {
    const { tokens, changes } = setup({})
    tokens.write('one')
    tokens.write('two')
    expect(changes).toEqual(['one', 'two'])
  })

  it('refreshes without a lock in a browser without the Web Locks API', async () => {
    const { tokens } = setup({})
    await expect(tokens.lock?.(async () => 'done')).resolves.toBe('done')
  })
})

function setup({ cookie = '', protocol = 'http:' }: { cookie?: string; protocol?: string }) {
  const page = { cookie }
  const changes: (string | undefined)[] = []
  const tokens = cookieTokens({
    page,
    protocol,
    locks: undefined,
    onChange: (token) => changes.push(token),
  })
  return { tokens, page, changes }
}
