import type { DockerOptions } from '@gridloom/contract/templates/docker-options'
import { quoteShell } from '../shell/quote-shell.ts'

/** Writes options as `docker run` takes them, quoted for a shell; parsing them gives the same options. */
export function formatDockerOptions(options: DockerOptions): string {
  const { env, ports, volumes, shm_mib, ulimits, workdir, user, hostname } = options
  return [
    ...Object.entries(env).map(([name, value]) => ['-e', `${name}=${value}`] as const),
    ...ports.map((port) => ['-p', `${port}:${port}`] as const),
    ...volumes.map(
      ({ name, path, mode }) =>
        ['-v', `${name}:${path}${mode === 'read_only' ? ':ro' : ''}`] as const,
    ),
    ...optional('--shm-size', shm_mib === null ? null : `${shm_mib}m`),
    ...ulimits.map(
      ({ name, soft, hard }) =>
        ['--ulimit', `${name}=${soft === hard ? soft : `${soft}:${hard}`}`] as const,
    ),
    ...optional('-w', workdir),
    ...optional('-u', user),
    ...optional('-h', hostname),
  ]
    .map(([name, value]) => `${name} ${quoteShell(value)}`)
    .join(' ')
}

function optional(name: string, value: string | null): (readonly [string, string])[] {
  return value === null ? [] : [[name, value]]
}
