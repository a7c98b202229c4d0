import { systemClock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import type { Statistics } from '@gridloom/contract/statistics/statistics'

const waitMs = 10_000

/**
 * Reads the server's public totals; `null` if there is no answer. By hand, as the app's client would be ten times the
 * size of this page's script.
 */
export async function readStatistics(page: Document): Promise<Statistics | null> {
  try {
    return await withDeadline(systemClock, { ms: waitMs }, async (signal) => {
      const response = await fetch(`${apiBase(page)}/api/statistics`, { signal })
      if (!response.ok) return null
      const answer: { data: Statistics } = await response.json()
      return answer.data
    })
  } catch {
    // @NOTE the page is complete without its live figures.
    return null
  }
}

/** The base URL of the default API: the page's own server, unless the page names another. */
function apiBase(page: Document): string {
  const named = page.querySelector<HTMLMetaElement>('meta[name="gridloom-hosts"]')?.content
  const { api = '' }: { api?: string } = named === undefined ? {} : JSON.parse(named)
  return api.replace(/\/+$/, '')
}
