import { parseSetCookie, type SetCookie, stringifyCookie } from 'cookie'

/** One answer, as the address bar and the network panel show it. */
export interface Visit {
  /** Where it was, or where the browser is sent. */
  address: URL
  status: number
  cookies: SetCookie[]
  body: string
}

/** As much of a browser as sign-in providers need: it keeps cookies and follows redirects. */
export interface Browser {
  /** Every address that it was at, in order. */
  readonly history: readonly string[]
  /** One request, without following what it answers. */
  visit(address: string | URL, init?: RequestInit): Promise<Visit>
  /** Follows redirects until a page of the web app, or an answer that leads nowhere. */
  open(address: string | URL): Promise<Visit>
  /** The cookies that it would send to an address of a path, as a `Cookie` header. */
  cookiesFor(path: string): string
}

const hopsMax = 10

/** A browser that was just opened, with nothing in it. */
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

/** Whether the browser is sent on, and not to a page of the web app. */
function isOnTheWay({ status, address }: Visit): boolean {
  return status >= 300 && status < 400 && !/^\/(verify|account)$/.test(address.pathname)
}
