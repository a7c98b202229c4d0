/**
 * The hosts that calls go to (specification, section 7). Each has its own base URL; by default it is a path of the
 * server, with which the paths of its endpoints begin.
 */
export const hostPaths = { api: '', content: '/content', models: '/models' } as const

export type ApiHost = keyof typeof hostPaths

/** The base URL of each host. */
export type HostUrls = Readonly<Record<ApiHost, string>>

/** The host of an endpoint, by the path that it begins with. */
export function hostOf(path: string): ApiHost {
  if (path.startsWith('/models/')) return 'models'
  return path.startsWith('/content/') ? 'content' : 'api'
}

/** Completes base URLs: the other hosts are paths below the default API unless they have a URL of their own. */
export function hostUrls({ api, content, models }: Partial<HostUrls> & { api: string }): HostUrls {
  const base = withoutSlash(api)
  return {
    api: base,
    content: withoutSlash(content ?? base + hostPaths.content),
    models: withoutSlash(models ?? base + hostPaths.models),
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
