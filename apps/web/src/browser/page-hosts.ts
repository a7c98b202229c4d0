import type { HostUrls } from '@gridloom/contract/core/hosts'
import { z } from 'zod'

const Hosts = z.object({
  api: z.url().optional(),
  content: z.url().optional(),
  models: z.url().optional(),
})

/** Reads the hosts that the server names in its page; without any, all calls go to the page's own origin. */
export function readHosts(page: Document): Partial<HostUrls> {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="gridloom-hosts"]')
  if (meta === null) return {}
  const { api, content, models } = Hosts.parse(JSON.parse(meta.content))
  return { ...(api && { api }), ...(content && { content }), ...(models && { models }) }
}
