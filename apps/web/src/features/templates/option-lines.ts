import type { DockerOptions, Ulimit } from '@gridloom/contract/templates/docker-options'
import { formatMib } from '../../ui/format/numbers.ts'

/** Describes options of a container, one a line: `Shared memory 1 GiB`. */
export function optionLines(options: DockerOptions): string[] {
  const { shm_mib, ulimits, workdir, user, hostname, env, ports, volumes } = options
  return [
    ...(shm_mib === null ? [] : [`Shared memory ${formatMib(shm_mib)}`]),
    ...ulimits.map(ulimitText),
    ...(workdir === null ? [] : [`Working directory ${workdir}`]),
    ...(user === null ? [] : [`User ${user}`]),
    ...(hostname === null ? [] : [`Host name ${hostname}`]),
    ...Object.keys(env).map((name) => `Variable ${name}`),
    ...ports.map((port) => `Port ${port}`),
    ...volumes.map(({ name, path, mode }) =>
      mode === 'read_only' ? `Volume ${name} at ${path}, read-only` : `Volume ${name} at ${path}`,
    ),
  ]
}

function ulimitText({ name, soft, hard }: Ulimit): string {
  const text = (limit: number) => (limit === -1 ? 'none' : String(limit))
  return soft === hard
    ? `Limit ${name} ${text(soft)}`
    : `Limit ${name} ${text(soft)}, at most ${text(hard)}`
}
