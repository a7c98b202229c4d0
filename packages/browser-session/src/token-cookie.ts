import type { TokenStore } from '@gridloom/client/tokens'
import { sessionLifeS, tokenCookie } from '@gridloom/contract/core/constants'

/** The part of a document that the cookie uses. */
export interface CookiePage {
  cookie: string
}

interface CookieTokensOptions {
  page: CookiePage
  /** With `https:` the cookie is Secure. */
  protocol: string
  locks: LockManager | undefined
  /** Called after each change made by this page. */
  onChange: (token: string | undefined) => void
}

/** Stores the bearer token in the cookie `token` for 7 days, site-wide. Only one tab at a time refreshes it. */
export function cookieTokens(options: CookieTokensOptions): TokenStore {
  const { page, locks, onChange } = options
  const attributes = `path=/; SameSite=Lax${options.protocol === 'https:' ? '; Secure' : ''}`
  return {
    read: () => readCookie(page),
    write(token) {
      page.cookie = `${tokenCookie}=${encodeURIComponent(token)}; max-age=${sessionLifeS}; ${attributes}`
      onChange(token)
    },
    clear() {
      page.cookie = `${tokenCookie}=; max-age=0; ${attributes}`
      onChange(undefined)
    },
    lock: (work) => (locks ? locks.request('gridloom-token', work) : work()),
  }
}

function readCookie(page: CookiePage): string | undefined {
  const start = `${tokenCookie}=`
  const pair = page.cookie.split('; ').find((part) => part.startsWith(start))
  return pair === undefined || pair === start
    ? undefined
    : decodeURIComponent(pair.slice(start.length))
}
