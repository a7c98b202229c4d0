import type { TokenStore } from '@gridloom/client/tokens'
import { sessionLifeS, tokenCookie } from '@gridloom/contract/core/constants'

/** As much of a page as the cookie needs. */
export interface CookiePage {
  cookie: string
}

interface CookieTokensOptions {
  page: CookiePage
  /** `https:` cookies are Secure. */
  protocol: string
  locks: LockManager | undefined
  /** Called after each change that this page makes. */
  onChange: (token: string | undefined) => void
}

/** The bearer token in the cookie `token`: 7 days, site-wide; one tab at a time refreshes it. */
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
