import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Clock, systemClock } from '@gridloom/async/clock'
import { AgentPlatform } from '@gridloom/contract/installers/agent-platform'
import { CommandRefused } from '../command-refused.ts'
import type { Settings } from '../config.ts'
import { type Execute, execute } from '../host/execute.ts'
import { readTextIfThere } from '../host/files.ts'
import { readIdentity, requireSafeServer } from '../identity/membership.ts'
import { ownServiceHost } from '../install-service.ts'
import { agentVersion } from '../version.ts'
import { fetchBundle } from './fetch-bundle.ts'
import { isOlder } from './is-older.ts'
import { restartService, type ServiceControl } from './restart-service.ts'

/** An installation of the agent by the install script. */
export interface AgentInstallation {
  /** The folder of the agent's program and its Node.js. */
  programDir: string
  /** Operating system and processor; not every one has a bundle. */
  platform: string
  clock: Clock
  execute: Execute
  service: ServiceControl
}

/** The installation that this process was started from. */
export const ownInstallation: AgentInstallation = {
  programDir: dirname(process.argv[1] ?? ''),
  platform: `${process.platform}-${process.arch}`,
  clock: systemClock,
  execute,
  service: { ...ownServiceHost, read: readTextIfThere },
}

const unpackMs = 120_000
const versionMs = 30_000

/**
 * Replaces the agent's program by the one that its server provides, which must be signed with the key that was stored
 * at the installation: the server itself is not asked for that key. If anything fails, the current program stays.
 * Returns a message for the user.
 * @throws CommandRefused
 */
export async function upgradeAgent({ dataDir }: Settings, own: AgentInstallation): Promise<string> {
  const { programDir } = own
  const platform = platformOf(own)
  const { serverUrl, publicKey } = await readTrust(dataDir)
  const work = await mkdtemp(join(dirname(programDir), '.upgrade.'))
  try {
    const archive = await fetchBundle({ clock: own.clock, serverUrl, publicKey, platform, work })
    await mustDo(own, ['tar', '-xzf', archive, '-C', work], unpackMs)
    const fresh = join(work, 'gridloom-agent')
    const version = (await mustDo(own, programOf(fresh), versionMs)).trim()
    if (isOlder(version, agentVersion))
      throw new CommandRefused(
        `The server provides version ${version}, which is older than the installed version ${agentVersion}. Nothing was changed.`,
      )
    await swapIn(fresh, programDir)
    const restarted = await restartService(own.service, programDir)
    return `Upgraded from ${agentVersion} to ${version}. ${restarted}\n`
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function platformOf({ programDir, platform }: AgentInstallation): AgentPlatform {
  const known = AgentPlatform.safeParse(platform)
  if (!known.success)
    throw new CommandRefused(
      `The agent cannot upgrade itself on ${platform}. Run the install script again.`,
    )
  if (['node', 'gridloom-agent.mjs'].every((name) => existsSync(join(programDir, name))))
    return known.data
  throw new CommandRefused(
    'Only an agent that was installed with the install script can upgrade itself.',
  )
}

async function readTrust(dataDir: string) {
  const identity = await readIdentity(dataDir)
  if (identity === undefined)
    throw new CommandRefused('This machine is not enrolled. Run the install script instead.')
  requireSafeServer(identity.membership)
  const publicKey = await readTextIfThere(join(dataDir, 'server-key.pem'))
  if (publicKey === undefined)
    throw new CommandRefused(
      'The key of the server was not stored when this agent was installed. Run the install script again.',
    )
  return { serverUrl: identity.membership.server_url, publicKey }
}

function programOf(folder: string): string[] {
  return [join(folder, 'node'), join(folder, 'gridloom-agent.mjs'), '--version']
}

async function mustDo(
  own: AgentInstallation,
  argv: readonly string[],
  timeoutMs: number,
): Promise<string> {
  const { exitCode, stdout, stderr } = await own.execute(argv, { timeoutMs })
  if (exitCode === 0) return stdout
  throw new CommandRefused(`${argv[0]} failed. Nothing was changed. ${stderr.trim()}`)
}

/** Replaces the program; the old one is restored if the new one cannot be moved to its place. */
async function swapIn(fresh: string, programDir: string): Promise<void> {
  const old = `${programDir}.old`
  await rm(old, { recursive: true, force: true })
  await rename(programDir, old)
  try {
    await rename(fresh, programDir)
  } catch (cause) {
    await rename(old, programDir)
    throw cause
  }
  await rm(old, { recursive: true, force: true })
}
