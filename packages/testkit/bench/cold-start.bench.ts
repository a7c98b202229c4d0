import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { environmentWith } from '../src/config.ts'
import type { Bench } from './bench.ts'

const script = fileURLToPath(new URL('../../../script/server', import.meta.url))
const port = 3_917
const atMostMs = 5_000
const limitMs = 120_000

export const coldStart: Bench = {
  name: 'cold-start',
  about: 'script/server, everything installed → the page answers and /api/ready says ready',
  async run(say) {
    const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-cold-'))
    try {
      // Builds the web app if it is missing or outdated, which is part of the installation.
      await timeStart(`${folder}/warm`, say)
      const first = await timeStart(`${folder}/data`, say)
      const later = await timeStart(`${folder}/data`, say)
      return {
        figures: [
          {
            what: 'first start (a new database is made)',
            value: first,
            unit: 'ms',
            atMost: atMostMs,
          },
          { what: 'later start', value: later, unit: 'ms', atMost: atMostMs },
        ],
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function timeStart(data: string, say: (line: string) => void): Promise<number> {
  const startedMs = performance.now()
  const child = spawn(script, ['--no-system'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: environmentWith({ PORT: String(port), GRIDLOOM_DATA: data, LOG_LEVEL: 'warn' }),
  })
  try {
    while (!(await isUsable())) {
      if (performance.now() - startedMs > limitMs) throw new Error('the page never came')
      await delay(20)
    }
    const tookMs = performance.now() - startedMs
    say(`usable after ${tookMs.toFixed(0)} ms`)
    return tookMs
  } finally {
    await end(child)
  }
}

async function isUsable(): Promise<boolean> {
  const address = `http://127.0.0.1:${port}`
  const [page, ready] = await Promise.all([statusOf(address), statusOf(`${address}/api/ready`)])
  return page === 200 && ready === 200
}

function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    (response) => response.status,
    () => 0,
  )
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const over = once(child, 'exit')
  child.kill('SIGTERM')
  await over
}
