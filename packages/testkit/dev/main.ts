import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { createClient } from '@gridloom/client/client'
import { memoryTokens } from '@gridloom/client/tokens'
import { walletKey } from '../src/chain/start-chain.ts'
import { outboxOf } from '../src/inbox.ts'
import { type DevelopmentConfig, readDevelopmentConfig } from './config.ts'
import {
  accessCode,
  assertPortFree,
  operator,
  startControlPlane,
  startLocalChain,
  startWebApp,
} from './programs.ts'
import { credentials } from './seed/accounts.ts'
import { seedDeposit } from './seed/deposit.ts'
import { seedProduct } from './seed/seed.ts'
import type { SeedTarget } from './seed/seed-target.ts'

/**
 * Everything for development with one command: control plane, web app with hot reload, two machines without real
 * engines, and data for each screen. Ctrl-C stops all of it.
 */
process.exit(await main().catch(explain))

async function main(): Promise<number> {
  const config = readDevelopmentConfig()
  const stopped = untilSignal()
  await assertPortFree(config.port, 'PORT')
  await assertPortFree(config.webPort, 'WEB_PORT')
  await assertPortFree(config.chainPort, 'CHAIN_PORT')
  await mkdir(config.folder, { recursive: true })
  await using opened = new AsyncDisposableStack()
  await Promise.race([start(config, opened), stopped])
  await stopped
  return 0
}

async function start(config: DevelopmentConfig, opened: AsyncDisposableStack): Promise<void> {
  say('Starting the chain')
  const chain = opened.use(startLocalChain(config))
  await chain.up
  say('Starting the control plane')
  const server = opened.use(startControlPlane(config))
  await server.up
  say('Starting the web app')
  const web = opened.use(startWebApp(config))
  await web.up
  say('Seeding: accounts, two machines, a model, a chat, a render job, instances, a deposit')
  const target = targetOf(config)
  opened.use(await seedProduct(target, path.join(config.folder, 'machines')))
  await seedDeposit(target, `http://127.0.0.1:${config.chainPort}`)
  process.stdout.write(readyText(config))
}

function targetOf({ port, folder }: DevelopmentConfig): SeedTarget {
  const url = `http://127.0.0.1:${port}`
  return {
    ...{ url, operator, accessCode },
    inbox: outboxOf(folder),
    client: (token) => createClient({ baseUrl: url, tokens: memoryTokens(token) }),
  }
}

function readyText({ port, webPort, chainPort, folder }: DevelopmentConfig): string {
  const accounts = Object.entries({ ...credentials, operator })
  const lines = accounts.map(
    ([role, { email, password }]) => `    ${role.padEnd(10)}${email.padEnd(24)}${password}`,
  )
  return [
    '',
    `  Web app        http://localhost:${webPort}  (reloads when a file changes)`,
    `  Control plane  http://127.0.0.1:${port}  (restarts when a file changes)`,
    `  Chain          http://127.0.0.1:${chainPort}  (number 31337; a wallet with test dollars: import this key)`,
    `                 ${walletKey}`,
    `  Data           ${folder}  (delete it to begin anew)`,
    '',
    '  Sign in as:',
    ...lines,
    '',
    '  Ctrl-C ends everything.',
    '',
    '',
  ].join('\n')
}

/** Resolves at Ctrl-C or SIGTERM; a second signal ends the process at once. */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        say('Stopping')
        resolve()
      })
  })
}

function explain(error: unknown): number {
  process.stderr.write(`gridloom: ${error instanceof Error ? error.message : String(error)}\n`)
  return 1
}

function say(message: string): void {
  process.stderr.write(`▸ ${message}\n`)
}
