import type { HostUrls } from '@gridloom/contract/core/hosts'

/** Adds the configured hosts to the web app's page, which calls them from its first request on. */
export function pageWithHosts(page: string, hosts: Partial<HostUrls>): string {
  const content = JSON.stringify(hosts).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return page.replace('</head>', `  <meta name="gridloom-hosts" content="${content}" />\n  </head>`)
}

/** The origins that a page connects to: for requests, and for WebSockets. */
export function originsOf(hosts: Partial<HostUrls>): string[] {
  const origins = new Set(Object.values(hosts).map((url) => new URL(url).origin))
  return [...origins].flatMap((origin) => [origin, origin.replace(/^http/, 'ws')])
}
