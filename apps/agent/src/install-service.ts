import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import { CommandRefused } from './command-refused.ts'
import type { Settings } from './config.ts'
import { type Execute, execute } from './host/execute.ts'
import { writeWhole } from './host/files.ts'
import { launchAgentPath, launchAgentText, launchLabel } from './launch-agent.ts'
import { unitPath, unitText, userUnitPath } from './service-unit.ts'

/** The parts of a machine that installing a service needs. */
export interface ServiceHost {
  /** The service manager of the machine. */
  manager: 'systemd' | 'launchd' | 'none'
  /** The id of the user who installs; 0 is root. */
  userId: number
  home: string
  /** How this program was started: Node.js and the file it runs. */
  program: readonly string[]
  execute: Execute
  write: (path: string, text: string) => Promise<void>
}

/** This machine. systemd runs where its folder in `/run` exists; launchd is part of macOS. */
export const ownServiceHost: ServiceHost = {
  manager: ownManager(),
  userId: process.getuid?.() ?? 0,
  home: homedir(),
  program: [process.execPath, ...process.argv.slice(1, 2)],
  execute,
  write: (path, text) => writeWhole(path, text),
}

const managerTimeoutMs = 30_000

/**
 * Installs the agent as a service and starts it, or restarts it after an upgrade. Returns the text to print;
 * without a service manager, only the command to run the agent by hand.
 */
export async function installService(settings: Settings, host: ServiceHost): Promise<string> {
  const { dataDir, runtime } = settings
  const argv = [...host.program, 'run', '--data', dataDir, '--runtime', runtime]
  if (host.manager === 'systemd') return installUnit(settings, host, argv)
  if (host.manager === 'launchd') return installLaunchAgent(settings, host, argv)
  return `systemd is not available. Start the agent manually:\n  ${byHand(argv)}\n`
}

/** Root gets a system unit; other users one that runs beside their rootless engine, also while they are logged out. */
async function installUnit(
  settings: Settings,
  host: ServiceHost,
  argv: readonly string[],
): Promise<string> {
  const { dataDir, dockerHost, blender, bpyPython, scenesGbMax } = settings
  const { allowImages, registries, dns } = settings
  const environment = {
    DOCKER_HOST: dockerHost,
    GRIDLOOM_BLENDER: blender,
    GRIDLOOM_BPY_PYTHON: bpyPython,
    GRIDLOOM_SCENES_GB: scenesGbMax?.toString(),
    GRIDLOOM_ALLOW_IMAGES: wordsOf(allowImages),
    GRIDLOOM_REGISTRIES: wordsOf(registries),
    GRIDLOOM_DNS: wordsOf(dns),
  }
  const owner = host.userId === 0 ? 'root' : 'user'
  const path = owner === 'root' ? unitPath : userUnitPath(host.home)
  const systemctl = systemctlOf(host)
  await host.write(path, unitText({ owner, argv, dataDir, environment }))
  await mustDo(host, [...systemctl, 'daemon-reload'])
  await mustDo(host, [...systemctl, 'enable', 'gridloom-agent'])
  await mustDo(host, [...systemctl, 'restart', 'gridloom-agent'])
  if (owner === 'root')
    return `Installed ${path} and started the service. Log: journalctl -fu gridloom-agent\n`
  // Without lingering, the agent stops with the user's last session.
  const stays = await host.execute(['loginctl', 'enable-linger'], limit)
  const staying =
    stays.exitCode === 0
      ? ''
      : 'It stops when you log out. To keep it running: sudo loginctl enable-linger "$USER"\n'
  return `Installed ${path} and started the service. Log: journalctl --user -fu gridloom-agent\n${staying}`
}

/** The service manager of a user is found by the runtime folder of their session. */
function systemctlOf({ userId }: ServiceHost): string[] {
  if (userId === 0) return ['systemctl']
  return ['env', `XDG_RUNTIME_DIR=/run/user/${userId}`, 'systemctl', '--user']
}

/** Docker on macOS runs for a user who is logged in, and so does the agent. */
async function installLaunchAgent(
  { dataDir, dockerHost }: Settings,
  host: ServiceHost,
  argv: readonly string[],
): Promise<string> {
  if (host.userId === 0) {
    throw new CommandRefused(
      'On macOS the agent must run as the user who runs Docker. Run this again without sudo.',
    )
  }
  const path = launchAgentPath(host.home)
  const logPath = join(dataDir, 'agent.log')
  const domain = `gui/${host.userId}`
  await host.write(path, launchAgentText({ argv, logPath, dockerHost }))
  // `bootout` fails where the agent was never loaded, which does no harm.
  await host.execute(['launchctl', 'bootout', `${domain}/${launchLabel}`], limit)
  await mustDo(host, ['launchctl', 'bootstrap', domain, path])
  return `Installed ${path} and started the service. Log: tail -f '${logPath}'\n`
}

const limit = { timeoutMs: managerTimeoutMs }

async function mustDo(host: ServiceHost, argv: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await host.execute(argv, limit)
  if (exitCode !== 0) throw new CommandRefused(`${argv.join(' ')}: ${stderr.trim()}`)
}

function ownManager(): ServiceHost['manager'] {
  if (process.platform === 'darwin') return 'launchd'
  return existsSync('/run/systemd/system') ? 'systemd' : 'none'
}

/** Formats a list for an environment variable; `undefined` for an empty one. */
function wordsOf(list: readonly string[]): string | undefined {
  return list.length === 0 ? undefined : list.join(',')
}

function byHand(argv: readonly string[]): string {
  return `nohup ${argv.map(quoteShell).join(' ')} >gridloom-agent.log 2>&1 &`
}
