/** Docker Hub, as references name it. */
export const dockerHub = 'docker.io'

/** Where an image is, by its reference. */
export interface ImageAddress {
  /** `docker.io`, or a host with its port if it has one: `ghcr.io`. */
  registry: string
  /** The host that answers for the registry: `registry-1.docker.io`. */
  apiHost: string
  /** `library/debian` */
  repository: string
  /** A digest if there is one, else a tag; `latest` by default. */
  reference: string
}

/** `debian` is of Docker Hub; a first part with a dot or a port, and `localhost`, are hosts. */
const firstPart = /^(?:(localhost|[^/]*[.:][^/]*)\/)?(.*)$/s

/** Names of a repository: parts of letters and digits with single separators, so that none is `..`. */
const repositoryName =
  /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*)*$/

/**
 * Reads a reference as Docker does. `undefined`: no engine accepts it. Source: distribution/reference, `normalize.go` and
 * `reference.go`.
 */
export function imageAddress(image: string): ImageAddress | undefined {
  const registry = registryOf(image)
  const [, , rest = ''] = firstPart.exec(image) ?? []
  const [name = '', digest] = rest.split('@')
  const colon = name.lastIndexOf(':')
  const path = colon === -1 ? name : name.slice(0, colon)
  const tag = colon === -1 ? 'latest' : name.slice(colon + 1)
  const isOfficial = registry === dockerHub && !path.includes('/')
  const repository = isOfficial ? `library/${path}` : path
  if (!repositoryName.test(repository)) return undefined
  const apiHost = registry === dockerHub ? 'registry-1.docker.io' : registry
  return { registry, apiHost, repository, reference: digest ?? tag }
}

/** Returns the registry of a reference, whatever the rest of it is. */
export function registryOf(image: string): string {
  const [, host = dockerHub] = firstPart.exec(image) ?? []
  return host === 'index.docker.io' ? dockerHub : host
}

const hubHosts: readonly string[] = [
  dockerHub,
  'index.docker.io',
  'registry-1.docker.io',
  'registry.hub.docker.com',
  'hub.docker.com',
]

/** Returns the registry that a user names as `ghcr.io`, or by a URL such as `https://index.docker.io/v1/`. */
export function registryNamed(server: string): string {
  const host = server
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/.*$/s, '')
  return hubHosts.includes(host) ? dockerHub : host
}

/** Whether a login at a server is for the registry of an image; one without a server is. */
export function isLoginFor(image: string, server: string): boolean {
  return server.trim() === '' || registryNamed(server) === registryOf(image)
}
