import type { EngineFacts } from '../port.ts'
import type { EngineApi } from './engine-api.ts'
import { engineGaps } from './engine-gaps.ts'
import { EngineHost, EngineVersion, ImageList } from './engine-shapes.ts'

/** What the engine says of itself, and the images it holds. */
export async function probeEngine(api: EngineApi, signal: AbortSignal): Promise<EngineFacts> {
  const [version, host, images] = await Promise.all([
    api.json({ method: 'GET', path: '/version', signal }).then((it) => EngineVersion.parse(it)),
    api.json({ method: 'GET', path: '/info', signal }).then((it) => EngineHost.parse(it)),
    api.json({ method: 'GET', path: '/images/json', signal }).then((it) => ImageList.parse(it)),
  ])
  const isPodman = version.Components?.some(({ Name }) => Name.startsWith('Podman')) ?? false
  const kind = isPodman ? 'podman' : 'docker'
  return {
    engine: {
      kind,
      version: version.Version,
      api_version: version.ApiVersion,
      runtimes: Object.keys(host.Runtimes ?? {}).sort(),
      storage_driver: host.Driver,
      disk_quota: boundsDisk(host),
    },
    images: images.flatMap(({ RepoTags, Size }) =>
      (RepoTags ?? [])
        .filter((name) => name !== '<none>:<none>')
        .map((name) => ({ name: familiarName(name), size_bytes: Size })),
    ),
    gaps: engineGaps(kind, { version, host }),
  }
}

/** Podman writes out the registry that Docker leaves unsaid: `docker.io/library/debian:12`. */
export function familiarName(image: string): string {
  return image.replace(/^docker\.io\/(library\/)?/, '')
}

/**
 * Whether the storage driver takes a size for one container. `overlay2` does on XFS mounted with
 * `pquota`, which the engine does not tell: only where it names XFS the limit is tried.
 * Source: https://docs.docker.com/reference/cli/docker/container/run/#storage-opt
 */
export function boundsDisk(host: EngineHost): boolean {
  if (['btrfs', 'zfs', 'devicemapper', 'windowsfilter'].includes(host.Driver)) return true
  const status = new Map(host.DriverStatus?.map(([name = '', value = '']) => [name, value]))
  return host.Driver === 'overlay2' && status.get('Backing Filesystem') === 'xfs'
}
