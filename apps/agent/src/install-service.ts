import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Settings } from './config.ts'
import { type Execute, execute } from './host/execute.ts'
import { writeWhole } from './host/files.ts'
import { unitPath, unitText } from './service-unit.ts'

export interface ServiceHost {
  hasSystemd: boolean
  isRoot: boolean
  execute: Execute
  write: (path: string, text: string) => Promise<void>
}

/** This machine, as far as services go. systemd runs where it made its folder. */
export const ownServiceHost: ServiceHost = {
  hasSystemd: existsSync('/run/systemd/system'),
  isRoot: process.getuid?.() === 0,
  execute,
  write: (path, text) => writeWhole(path, text),
}

const systemctlTimeoutMs = 30_000

/** Installs and starts the unit; without systemd it only tells how to run by hand. Gives what to say. */
export async function installService(settings: Settings, host: ServiceHost): Promise<string> {
  const argv = ownArgv(settings)
  if (!host.hasSystemd) return `No systemd runs here. Run the agent by hand:\n  ${byHand(argv)}\n`
  if (!host.isRoot) throw new Error('Installing a service needs root: repeat this with sudo.')
  const { dataDir, dockerHost } = settings
  await host.write(unitPath, unitText({ argv, dataDir, dockerHost }))
  for (const words of [['daemon-reload'], ['enable', '--now', 'gridloom-agent']]) {
    const ended = await host.execute(['systemctl', ...words], { timeoutMs: systemctlTimeoutMs })
    if (ended.exitCode !== 0)
      throw new Error(`systemctl ${words.join(' ')}: ${ended.stderr.trim()}`)
  }
  return `Wrote ${unitPath} and started it. Its log: journalctl -fu gridloom-agent\n`
}

function ownArgv({ dataDir, runtime }: Settings): string[] {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  return [process.execPath, main, 'run', '--data', dataDir, '--runtime', runtime]
}

function byHand(argv: readonly string[]): string {
  return `nohup ${argv.map(shellWord).join(' ')} >gridloom-agent.log 2>&1 &`
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
