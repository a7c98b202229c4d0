import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { residentScript } from '@gridloom/agent/host/resident-shell'
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
    if ((await workingChildren(pid)).length > 0) sinceMs = performance.now()
  }
}

/** The child processes of an agent, without the shell that it keeps for short programs. */
async function workingChildren(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const children = text.split(' ').filter(Boolean)
  const words = await Promise.all(children.map(wordsOf))
  return children.filter((_, at) => !words[at]?.includes(residentScript))
}

async function wordsOf(pid: string): Promise<string> {
  // @NOTE a process that has just ended has no words
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}
