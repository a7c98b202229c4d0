import type { api } from '@gridloom/contract/api'
import type { Reply } from '@gridloom/contract/core/endpoint'
import { Refused } from '@gridloom/contract/errors'
import type { Checks } from '../../platform/feature.ts'

type Ready = Reply<typeof api.system.ready>

/**
 * Checks all parts concurrently.
 * @throws Refused `not_ready` when one is unhealthy, with the state of each in the details
 */
export async function readReadiness<X>(ctx: X, checks: Checks<X>): Promise<Ready> {
  const asked = Object.entries(checks).map(
    async ([name, check]) => [name, await ask(() => check(ctx))] as const,
  )
  const parts = Object.fromEntries(await Promise.all(asked))
  if (Object.values(parts).every((part) => part.ok)) return { ready: true, parts }
  const details = Object.fromEntries(Object.entries(parts).map(([name, { text }]) => [name, text]))
  throw new Refused('not_ready', { details })
}

async function ask(check: () => Promise<string>): Promise<Ready['parts'][string]> {
  try {
    return { ok: true, text: await check() }
  } catch (error) {
    // @NOTE a failed check is reported as the state of its part
    return { ok: false, text: error instanceof Error ? error.message : String(error) }
  }
}
