import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { HealthSamples } from './health-watch.ts'

/** The thread of `watchHealth`: posts a message at its first answer, and its samples when it is stopped. */
const paceMs = 20
const giveUpMs = 60_000
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const address = new URL('/api/health', workerData.url)

const stopped = Promise.withResolvers<void>()
parentPort?.once('message', () => stopped.resolve())
await ask()
parentPort?.postMessage('asking')
parentPort?.postMessage(await measure())
agent.destroy()

async function measure(): Promise<HealthSamples> {
  const ms: number[] = []
  let failed = 0
  let isOver = false
  void stopped.promise.then(() => {
    isOver = true
  })
  let dueMs = performance.now()
  while (!isOver) {
    if (!(await ask())) failed += 1
    const nowMs = performance.now()
    ms.push(nowMs - dueMs)
    dueMs += paceMs
    if (nowMs < dueMs) await Promise.race([delay(dueMs - nowMs), stopped.promise])
  }
  // Requests that were due and could not even be sent have waited as long.
  for (const nowMs = performance.now(); dueMs < nowMs; dueMs += paceMs) ms.push(nowMs - dueMs)
  return { ms, failed }
}

/** Sends a request; resolves with whether the answer was 200. */
function ask(): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = get(address, { agent, timeout: giveUpMs }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode === 200))
    })
    asking.once('timeout', () => asking.destroy())
    asking.once('error', () => resolve(false))
  })
}
