import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freshDatabase } from '@gridloom/testkit/cluster'
import { startFaultyProxy } from '@gridloom/testkit/faulty-proxy'
import { expect, inject, it } from 'vitest'
import { withEmptyDatabase } from '../test/empty-database.ts'

it('starts on its own database, shows credentials once, rejects a second process, stops in time', async () => {
  await using folder = await setup()
  const first = folder.start({})
  const output = await untilRunning(first)
  const [, address = ''] = /running at (\S+)/.exec(output) ?? []
  expect(output).toMatch(/email +operator@gridloom\.local\n +password +\S+\n +access code +grid-/)
  expect((await fetch(`${address}/api/ready`)).status).toBe(200)

  const second = await ended(folder.start({}))
  expect(second.code).toBe(3)
  expect(second.stderr).toMatch(/is in use by another Gridloom server \(process \d+\)/)

  // As when a process group is stopped: the script that started the server passes the signal on, too.
  first.kill('SIGTERM')
  first.kill('SIGTERM')
  expect(await once(first, 'exit')).toEqual([0, null])
  await expect(fetch(address)).rejects.toThrow()

  const again = folder.start({})
  expect(await untilRunning(again)).not.toContain('password')
  again.kill('SIGINT')
  expect(await once(again, 'exit')).toEqual([0, null])
})

it('prints each invalid variable on a line and exits without starting', async () => {
  await using folder = await setup()
  const { code, stderr, stdout } = await ended(
    folder.start({ PORT: 'http', DATABASE_URL: 'mysql://x', TURNSTILE_SITE_KEY: 'k' }),
  )
  expect(code).toBe(2)
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^PORT: /),
    expect.stringMatching(/^DATABASE_URL: /),
    expect.stringMatching(/^TURNSTILE_SECRET_KEY: /),
  ])
  expect(stdout).toBe('')
})

// Each is one of the first statements of a step of the start.
it.each([
  ['reads what was migrated', 'from migrations', migratedDatabase],
  ['migrates', 'pg_advisory_lock', withEmptyDatabase],
  ['listens for changes', 'listen gridloom_changes', migratedDatabase],
  ['prepares events', 'event_subscribers', migratedDatabase],
  ['creates the operator', '"accounts"', migratedDatabase],
])(
  'ends with an error when the database connection breaks as it %s',
  async (_, statement, open) => {
    await using folder = await setup()
    await using database = await open()
    await using proxy = await startFaultyProxy(database.url, {
      faultAt: statement,
      fault: 'end',
    })
    const { code, stderr, stdout } = await ended(folder.start({ DATABASE_URL: proxy.url }))
    expect(proxy.isFaulty()).toBe(true)
    expect(code).toBe(1)
    expect(stderr).toMatch(/onnection (terminated|error)|ECONNREFUSED|ECONNRESET/)
    expect(stdout).toBe('')
  },
)

it.each([
  ['read what was migrated', 'from migrations', migratedDatabase],
  ['migrate', 'pg_advisory_lock', withEmptyDatabase],
])(
  'ends within ten seconds of a signal although the database fell silent as it should %s',
  async (_, faultAt, open) => {
    await using folder = await setup()
    await using database = await open()
    await using proxy = await startFaultyProxy(database.url, { faultAt })
    const child = folder.start({ DATABASE_URL: proxy.url })
    await expect.poll(() => proxy.isFaulty(), { timeout: 20_000 }).toBe(true)
    const signalledMs = performance.now()
    child.kill('SIGTERM')
    expect((await ended(child)).code).toBe(1)
    expect(performance.now() - signalledMs).toBeLessThan(15_000)
  },
)

function migratedDatabase() {
  return freshDatabase(inject('clusterUrl'))
}

async function setup() {
  const data = await mkdtemp(path.join(tmpdir(), 'gridloom-main-'))
  const children: ChildProcess[] = []
  return {
    start(environment: Record<string, string>) {
      const main = fileURLToPath(new URL('./main.ts', import.meta.url))
      const { PATH, NODE_COMPILE_CACHE } = process.env
      const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', GRIDLOOM_DATA: data, ...environment }
      const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      children.push(child)
      return child
    },
    async [Symbol.asyncDispose]() {
      for (const child of children.filter(({ exitCode }) => exitCode === null)) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** The output of the server up to the line with its address. */
async function untilRunning(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const piece of child.stdout ?? []) {
    output += String(piece)
    if (output.includes('running at')) return output
  }
  throw new Error(`ended before it ran: ${output}`)
}

async function ended(child: ChildProcess) {
  if (child.stdout === null || child.stderr === null) throw new Error('not piped')
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}
