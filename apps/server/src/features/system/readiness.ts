import type { api } from '@gridloom/contract/api'
import type { Reply } from '@gridloom/contract/core/endpoint'
import { Refused } from '@gridloom/contract/errors'

type Ready = Reply<typeof api.system.ready>

/** Checks one part of the server: resolves with its state as text, rejects when it is unhealthy. */
export type PartCheck = () => Promise<string>
export type PartChecks = Readonly<Record<string, PartCheck>>

/**
 * Checks all parts concurrently.
 * @throws Refused `not_ready` when one is unhealthy, with the state of each in the details
 */
export async function readReadiness(checks: PartChecks): Promise<Ready> {
  const asked = Object.entries(checks).map(
    async ([name, check]) => [name, await ask(check)] as const,
  )
  const parts = Object.fromEntries(await Promise.all(asked))
  if (Object.values(parts).every((part) => part.ok)) return { ready: true, parts }
  const details = Object.fromEntries(Object.entries(parts).map(([name, { text }]) => [name, text]))
  throw new Refused('not_ready', { details })
}

async function ask(check: PartCheck): Promise<Ready['parts'][string]> {
  try {
    return { ok: true, text: await check() }
  } catch (error) {
    // @NOTE a failed check is reported as the state of its part
    return { ok: false, text: error instanceof Error ? error.message : String(error) }
  }
}
