/** The domain of port addresses, and how browsers reach it. */
export interface AppsDomain {
  /** Without port: `apps.example.net`, or `localhost`. */
  readonly domain: string
  readonly scheme: 'http' | 'https'
  /** What follows the host in an address: `:3000`, or nothing where it is the port of the scheme. */
  readonly portSuffix: string
  /** The port that the apps server listens on. */
  readonly listenPort: number
}

/** The domain that needs nothing to be set up: browsers and curl resolve every name below it to this computer. */
const localDomain = 'localhost'

/** Whether a text is a domain of two labels or more, or `localhost`; with an optional port. */
export function isAppsDomain(text: string): boolean {
  if (text === localDomain) return true
  const [, name = ''] = /^([a-z0-9.-]+?)(?::\d{1,5})?$/.exec(text) ?? []
  const labels = name.split('.')
  const areLabels = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  const isAddress = /^\d+$/.test(labels.at(-1) ?? '')
  return (
    labels.length >= 2 &&
    areLabels &&
    !isAddress &&
    name.length <= 200 &&
    URL.canParse(`http://${text}`)
  )
}

/**
 * Returns where port addresses are; `undefined` where only this computer could reach them, and the console is reached
 * from elsewhere.
 */
export function appsDomainOf(
  text: string,
  { publicUrl, listenPort }: { publicUrl: string; listenPort: number },
): AppsDomain | undefined {
  const { protocol, hostname, port } = new URL(publicUrl)
  const scheme = protocol === 'https:' ? 'https' : 'http'
  const suffixOf = (number: string) => (number === '' ? '' : `:${number}`)
  if (text === localDomain) {
    // The console passes such requests on, so they come to its own port.
    const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
    return isHere ? { domain: text, scheme, portSuffix: suffixOf(port), listenPort } : undefined
  }
  const [domain = text, own] = text.split(':')
  // Without TLS there is no proxy in front, and the apps server is reached directly.
  const usual = scheme === 'https' ? '' : String(listenPort)
  return { domain, scheme, portSuffix: suffixOf(own ?? usual), listenPort }
}

/**
 * Whether a domain and the console's host belong to one site, so that apps could set cookies for the console: one is
 * the other or above it, or they share more than a public suffix. There is no list of those here: a country's two
 * letters below at most three (`co.uk`) count as one, and so does every last label.
 */
export function sharesSite(appsDomain: string, consoleHost: string): boolean {
  const [domain = ''] = appsDomain.split(':')
  if (domain === localDomain || /^[\d.]+$|^\[/.test(consoleHost)) return false
  const common = commonLabels(domain, consoleHost)
  const isSuffix =
    common.length === 2 &&
    /^[a-z]{2}$/.test(common[1] ?? '') &&
    /^[a-z]{1,3}$/.test(common[0] ?? '')
  return common.length >= (isSuffix ? 3 : 2) || domain === consoleHost
}

/** The labels at the end that both names have, in order. */
function commonLabels(one: string, other: string): string[] {
  const others = other.split('.').reverse()
  const all = one.split('.').reverse()
  const differs = all.findIndex((label, at) => label !== others[at])
  return all.slice(0, differs < 0 ? all.length : differs).reverse()
}
