import { product } from '@gridloom/contract/core/product'
import type { ImageAddress } from '@gridloom/domain/image-address'
import { fetchOutside, type OutsideResponse } from '../../../platform/outbound/fetch-outside.ts'
import type { Outside } from '../../../platform/outbound/outside.ts'
import { registryFailed, requestFailed } from './failures.ts'

/** Requests of one check, with redirects; an ordinary one takes six. */
const requestsMax = 16
const redirectsMax = 5

export interface RegistryGet {
  /** Absolute path at the registry. */
  path: string
  accept?: string
  bytesMax: number
  /** `refuse`: a redirect is the response. */
  redirects: 'follow' | 'refuse'
}

/** A registry that is asked. All rejections are `Refused` with `registry_failed`. */
export interface RegistryConnection {
  /** Gets a path at the registry. The authorization goes to the registry alone, also when it redirects. */
  get(request: RegistryGet, authorization?: string): Promise<OutsideResponse>
  /** Gets a URL that the registry named. */
  getElsewhere(
    url: URL,
    headers: Record<string, string>,
    bytesMax: number,
  ): Promise<OutsideResponse>
}

/** Connects to the registry of an image by the rules for outgoing requests: each host is checked, also by redirects. */
export function connectRegistry(
  outside: Outside,
  { registry, apiHost }: ImageAddress,
  signal: AbortSignal,
): RegistryConnection {
  const home = new URL(`https://${apiHost}`)
  let requests = 0

  async function fetchOne(
    url: URL,
    { what, ...given }: { what: string; headers: Record<string, string>; bytesMax: number },
  ): Promise<OutsideResponse> {
    requests += 1
    if (requests > requestsMax) throw registryFailed(registry, 'it takes too many requests')
    const headers = { 'user-agent': product.name, ...given.headers }
    try {
      return await fetchOutside(outside, { ...given, headers, url: url.href, signal })
    } catch (error) {
      throw requestFailed(registry, what, error)
    }
  }

  async function get(request: RegistryGet, authorization?: string): Promise<OutsideResponse> {
    const { path, accept = '*/*', bytesMax } = request
    let url = new URL(path, home)
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      const isHome = url.origin === home.origin
      const headers: Record<string, string> =
        isHome && authorization !== undefined ? { accept, authorization } : { accept }
      const what = isHome ? 'it' : 'the host that it redirects to'
      const response = await fetchOne(url, { what, headers, bytesMax })
      if (request.redirects === 'refuse' || !redirectStatuses.has(response.status)) return response
      url = redirectOf(registry, url, response)
    }
    throw registryFailed(registry, 'it redirects too often')
  }

  return {
    get,
    getElsewhere: (url, headers, bytesMax) =>
      fetchOne(url, { what: 'its token service', headers, bytesMax }),
  }
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

function redirectOf(registry: string, from: URL, { headers }: OutsideResponse): URL {
  const url = URL.parse(headers.location ?? '', from.href)
  if (url?.protocol === 'https:') return url
  throw registryFailed(registry, 'it redirects to what is not an https address')
}
