import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '@gridloom/client/calls'
import { createClient } from '@gridloom/client/client'
import { memoryTokens } from '@gridloom/client/tokens'
import { environmentWith } from './config.ts'
import { freePort } from './free-ports.ts'
import { type Inbox, outboxOf } from './inbox.ts'

/** The processes of an installation that may be killed. */
export type KilledProcess = 'agent' | 'server' | 'database'

/** Server, database and agent as an operator runs them: separate processes, from their `main.ts`. */
export interface Processes {
  readonly url: string
  readonly folder: string
  readonly agentFolder: string
  readonly operator: { email: string; password: string }
  readonly accessCode: string
  /** The inbox of its emails. */
  readonly inbox: Inbox
  client(token?: string): Client
  /** Starts the server and resolves when it listens. */
  startServer(): Promise<void>
  /** Starts the agent; with a token it enrols first. */
  startAgent(token?: string): Promise<void>
  /** `kill -9`; resolves when it is dead. @throws Error when it is dead already: the database may be starting again */
  kill(victim: KilledProcess): Promise<void>
  pidOf(victim: KilledProcess): Promise<number>
  databaseUrl(): Promise<string>
  /** The end of their logs, for finding out why something never came. */
  lastOutput(): Promise<string>
  /** Stops the running processes in order. */
  [Symbol.asyncDispose](): Promise<void>
}

const programs = {
  server: fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url)),
  agent: fileURLToPath(new URL('../../../apps/agent/src/main.ts', import.meta.url)),
}
const operator = { email: 'operator@example.com', password: 'the operator of tests' }
const accessCode = 'test-access'
const startLimitMs = 60_000
const lastOutputMax = 6_000

/**
 * Starts nothing yet; everything is stored in `folder`. The processes log to `*.log` in it. `agentEnvironment` and
 * `serverEnvironment` override the default environment of each.
 */
export async function createProcesses(
  folder: string,
  agentEnvironment: Record<string, string> = {},
  serverEnvironment: Record<string, string> = {},
): Promise<Processes> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const agentFolder = path.join(folder, 'agent')
  await mkdir(agentFolder, { recursive: true })
  const children: Partial<Record<'server' | 'agent', ChildProcess>> = {}

  async function run(
    name: 'server' | 'agent',
    words: string[],
    more: Record<string, string> = {},
  ): Promise<ChildProcess> {
    const log = await open(path.join(folder, `${name}.log`), 'a')
    const child = spawn(process.execPath, [programs[name], ...words], {
      stdio: ['ignore', 'pipe', log.fd],
      env: environmentWith({
        PORT: String(port),
        GRIDLOOM_DATA: folder,
        GRIDLOOM_URL: url,
        GRIDLOOM_ADMIN_EMAIL: operator.email,
        GRIDLOOM_ADMIN_PASSWORD: operator.password,
        GRIDLOOM_ACCESS_CODE: accessCode,
        LOG_LEVEL: 'info',
        SSH_PORT: '0',
        APPS_PORT: '0',
        ...(name === 'agent' ? agentEnvironment : serverEnvironment),
        ...more,
      }),
    })
    children[name] = child
    await log.close()
    return child
  }

  async function lastOutput(): Promise<string> {
    const names = ['server', 'agent'] as const
    const logs = names.map((name) => readFile(path.join(folder, `${name}.log`), 'utf8'))
    const texts = await Promise.all(logs.map((log) => log.catch(() => '')))
    return names.map((name, at) => `${name}: ${texts[at]?.slice(-lastOutputMax)}`).join('\n')
  }

  async function pidOf(victim: KilledProcess): Promise<number> {
    if (victim === 'database') return Number((await postmaster(folder))[0])
    const pid = children[victim]?.pid
    if (pid === undefined) throw new Error(`the ${victim} was not started`)
    return pid
  }

  return {
    url,
    folder,
    agentFolder,
    operator,
    accessCode,
    inbox: outboxOf(folder),
    client: (token) => createClient({ baseUrl: url, tokens: memoryTokens(token) }),
    async startServer() {
      const child = await run('server', [])
      try {
        await says(child, 'is running at')
      } catch (cause) {
        throw new Error(`the server did not start\n${await lastOutput()}`, { cause })
      }
    },
    async startAgent(token) {
      const words = ['run', '--server', url, '--data', agentFolder, '--runtime', 'docker']
      await run('agent', words, token === undefined ? {} : { GRIDLOOM_ENROLMENT_TOKEN: token })
    },
    async kill(victim) {
      const pid = await pidOf(victim)
      const child = victim === 'database' ? undefined : children[victim]
      const over = child === undefined || isOver(child) ? undefined : once(child, 'exit')
      process.kill(pid, 'SIGKILL')
      await over
    },
    pidOf,
    async databaseUrl() {
      const [, , , databasePort] = await postmaster(folder)
      const password = await readFile(path.join(folder, 'database-password'), 'utf8')
      return `postgres://gridloom:${password}@127.0.0.1:${databasePort}/postgres`
    },
    lastOutput,
    async [Symbol.asyncDispose]() {
      for (const child of [children.agent, children.server]) await stop(child)
    },
  }
}

/** The lines of `postmaster.pid`: pid, directory, start, port, … Source: PostgreSQL, `miscadmin.h`. */
async function postmaster(folder: string): Promise<string[]> {
  const text = await readFile(path.join(folder, 'pgdata', 'postmaster.pid'), 'utf8')
  return text.split('\n')
}

/** Resolves when the child has written the text to its standard output. */
function says(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new Error(`"${text}" was not said`)), startLimitMs)
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (!said.includes(text)) return
      clearTimeout(giveUp)
      resolve()
    })
    child.once('exit', (code) => {
      clearTimeout(giveUp)
      reject(new Error(`it ended with ${code} before it said "${text}"`))
    })
  })
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || isOver(child)) return
  const over = once(child, 'exit')
  child.kill('SIGTERM')
  await over
}

function isOver(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
