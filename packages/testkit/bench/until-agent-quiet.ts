import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Processes } from '../src/processes.ts'

/** After this long without a child process, an agent starts none by itself. */
const quietMs = 5_000
const waitMsMax = 120_000
const lookEveryMs = 250

/**
 * Resolves once the agent has ended its benchmarks and its render benchmark: a bench beside them would measure them.
 * @throws Error if it does not come to rest
 */
export async function untilAgentQuiet(processes: Processes): Promise<void> {
  const pid = await processes.pidOf('agent')
  const startedMs = performance.now()
  let sinceMs = startedMs
  while (performance.now() - sinceMs <= quietMs) {
    if (performance.now() - startedMs > waitMsMax) throw new Error('the agent never rests')
    await delay(lookEveryMs)
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    if (children.trim() !== '') sinceMs = performance.now()
  }
}
