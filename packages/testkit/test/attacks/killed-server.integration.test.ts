import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { environmentWith } from '../../src/config.ts'
import { scratchFolder } from '../../src/scratch.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
/** As `script/server` does, without the installation steps. */
const script = `
  . script/lib.sh; use_project_node
  trap 'kill "$kept" 2>/dev/null; wait "$kept"; exit 143' TERM
  keep_up_first node apps/server/src/main.ts
  keep_up node apps/server/src/main.ts
`

it('restarts a killed control plane with its database, and stops it on SIGTERM', {
  timeout: 180_000,
}, async () => {
  await using site = await setup()
  const first = await site.isUp(1)
  process.kill(first.server, 'SIGKILL')
  await gone(first.database)
  const second = await site.isUp(2)
  expect(second.server).not.toBe(first.server)
  expect(second.password).toBe(first.password)
  site.supervisor.kill('SIGTERM')
  expect(await once(site.supervisor, 'exit')).toEqual([143, null])
  await gone(second.database)
})

it('does not restart a control plane whose configuration is invalid', {
  timeout: 60_000,
}, async () => {
  await using site = await setup({ PORT: 'nonsense' })
  expect(await once(site.supervisor, 'exit')).toEqual([2, null])
})

async function setup(environment: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(await scratchFolder(), 'gridloom-supervised-'))
  const supervisor = spawn('bash', ['-c', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: environmentWith({ PORT: '0', GRIDLOOM_DATA: folder, LOG_LEVEL: 'fatal', ...environment }),
  })
  let said = ''
  let onSaid = () => {}
  supervisor.stdout.on('data', (piece: Buffer) => {
    said += piece.toString()
    onSaid()
  })
  const read = (name: string) => readFile(path.join(folder, name), 'utf8')
  return {
    supervisor,
    /** Resolves once the server has started this many times. */
    async isUp(times: number) {
      while (said.split('is running at').length <= times)
        await new Promise<void>((resolve) => {
          onSaid = resolve
        })
      return {
        server: Number(/"pid":(\d+)/.exec(await read('server.lock'))?.[1]),
        database: Number((await read('pgdata/postmaster.pid')).split('\n')[0]),
        password: await read('database-password'),
      }
    },
    async [Symbol.asyncDispose]() {
      if (supervisor.exitCode === null && supervisor.kill('SIGTERM')) await once(supervisor, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves once no such process exists. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      // @NOTE "no such process" is the answer, not a failure.
      return
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}
