import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandRefused } from '../../command-refused.ts'
import type { EngineAddress } from './engine-address.ts'

export interface EngineSearch {
  /** `DOCKER_HOST`, where it is set: `unix:///path`, `npipe:////./pipe/name` or `tcp://host:port`. */
  dockerHost: string | undefined
  /** The value of `XDG_RUNTIME_DIR`, where a rootless engine has its socket. */
  runtimeDir: string | undefined
  /** The system and its user's home; Linux by default. */
  system?: { platform: NodeJS.Platform; home: string }
}

/** Returns the addresses to try, the likeliest first. An address that the operator set is the only one. */
export function engineAddresses(search: EngineSearch): EngineAddress[] {
  if (search.dockerHost !== undefined) return [parseDockerHost(search.dockerHost)]
  return usualPaths(search).map((path) => ({ kind: 'socket', path }))
}

/** Sockets, and on Windows named pipes. Sources: the documentation of Docker Desktop, Colima and Podman. */
function usualPaths({ runtimeDir, system }: EngineSearch): string[] {
  if (system?.platform === 'win32') {
    return [
      '//./pipe/docker_engine',
      '//./pipe/dockerDesktopLinuxEngine',
      '//./pipe/podman-machine-default',
    ]
  }
  if (system?.platform === 'darwin') {
    const own = ['.docker/run/docker.sock', '.colima/default/docker.sock']
    return ['/var/run/docker.sock', ...own.map((path) => join(system.home, path))]
  }
  const rootless =
    runtimeDir === undefined
      ? []
      : [join(runtimeDir, 'docker.sock'), join(runtimeDir, 'podman/podman.sock')]
  return ['/var/run/docker.sock', '/run/podman/podman.sock', ...rootless]
}

/** Returns the first address whose socket is writable; the first of all if none is. */
export async function findEngine(search: EngineSearch): Promise<EngineAddress> {
  const addresses = engineAddresses(search)
  for (const address of addresses) {
    if (address.kind === 'tcp' || (await mayWrite(address.path))) return address
  }
  return addresses[0] ?? { kind: 'socket', path: '/var/run/docker.sock' }
}

/** Parses `DOCKER_HOST`. Errors: a value in none of the three forms, by its name. */
export function parseDockerHost(dockerHost: string): EngineAddress {
  if (dockerHost.startsWith('unix://')) return { kind: 'socket', path: dockerHost.slice(7) }
  if (dockerHost.startsWith('npipe://')) return { kind: 'socket', path: dockerHost.slice(8) }
  const tcp = /^(?:tcp|http):\/\/([^:/]+):(\d+)\/?$/.exec(dockerHost)
  if (tcp?.[1] !== undefined) return { kind: 'tcp', host: tcp[1], port: Number(tcp[2]) }
  throw new CommandRefused(`DOCKER_HOST must be unix:///path or tcp://host:port, not ${dockerHost}`)
}

async function mayWrite(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK)
    return true
  } catch {
    // @NOTE a probe: whatever the reason is, this socket cannot be used
    return false
  }
}
