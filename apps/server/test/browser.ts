import { parseSetCookie, type SetCookie, stringifyCookie } from 'cookie'

/** One response, as the address bar and the network panel show it. */
export interface Visit {
  /** The address of the response, or of its redirect. */
  address: URL
  status: number
  cookies: SetCookie[]
  body: string
}

/** The subset of a browser that sign-in providers need: it stores cookies and follows redirects. */
export interface Browser {
  /** Every address that it visited, in order. */
  readonly history: readonly string[]
  /** Sends one request, without following redirects. */
  visit(address: string | URL, init?: RequestInit): Promise<Visit>
  /** Follows redirects until a page of the web app, or a response without a redirect. */
  open(address: string | URL): Promise<Visit>
  /** Returns the cookies for the path of an address, as a `Cookie` header. */
  cookiesFor(path: string): string
}

const hopsMax = 10

/** Creates a browser without cookies or history. */
export function aBrowser(): Browser {
  const jar = new Map<string, SetCookie>()
  const history: string[] = []
  const cookiesFor = (path: string) => {
    const sent = [...jar.values()].filter((cookie) => path.startsWith(cookie.path ?? '/'))
    return stringifyCookie(Object.fromEntries(sent.map(({ name, value }) => [name, value])))
  }
  const visit: Browser['visit'] = async (address, init = {}) => {
    const url = new URL(address)
    history.push(url.href)
    const headers = new Headers(init.headers)
    if (!headers.has('cookie')) headers.set('cookie', cookiesFor(url.pathname))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    const cookies = response.headers.getSetCookie().map((text) => parseSetCookie(text))
    for (const cookie of cookies) keep(jar, cookie)
    const location = response.headers.get('location')
    return {
      address: location === null ? url : new URL(location, url),
      status: response.status,
      cookies,
      body: await response.text(),
    }
  }
  return {
    history,
    visit,
    cookiesFor,
    async open(address) {
      let at = await visit(address)
      for (let hop = 0; isOnTheWay(at) && hop < hopsMax; hop++) at = await visit(at.address)
      return at
    },
  }
}

function keep(jar: Map<string, SetCookie>, cookie: SetCookie): void {
  if (cookie.maxAge !== undefined && cookie.maxAge <= 0) jar.delete(cookie.name)
  else jar.set(cookie.name, cookie)
}

/** Whether the browser is redirected, and not to a page of the web app. */
function isOnTheWay({ status, address }: Visit): boolean {
  return status >= 300 && status < 400 && !/^\/(verify|account)$/.test(address.pathname)
}
