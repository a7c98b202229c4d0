import type { EngineFacts } from '../port.ts'
import type { EngineApi } from './engine-api.ts'
import { engineGaps } from './engine-gaps.ts'
import { EngineHost, EngineVersion, ImageList } from './engine-shapes.ts'

/** Returns the facts and images of the engine. */
export async function probeEngine(
  api: EngineApi,
  signal: AbortSignal,
): Promise<
  Pick<EngineFacts, 'gaps' | 'images'> & { engine: Omit<EngineFacts['engine'], 'disk_quota'> }
> {
  const [version, host, images] = await Promise.all([
    api.json({ method: 'GET', path: '/version', signal }).then((it) => EngineVersion.parse(it)),
    api.json({ method: 'GET', path: '/info', signal }).then((it) => EngineHost.parse(it)),
    api.json({ method: 'GET', path: '/images/json', signal }).then((it) => ImageList.parse(it)),
  ])
  const kind = isPodman(version) ? 'podman' : 'docker'
  return {
    engine: {
      kind,
      version: version.Version,
      api_version: version.ApiVersion,
      runtimes: Object.keys(host.Runtimes ?? {}).sort(),
      storage_driver: host.Driver,
    },
    images: images.flatMap(({ Id, RepoTags, Size }) =>
      (RepoTags ?? [])
        .filter((name) => name !== '<none>:<none>')
        .map((name) => ({ name: familiarName(name), size_bytes: Size, id: bareId(Id) })),
    ),
    gaps: engineGaps(kind, { version, host }),
  }
}

export function isPodman({ Components }: EngineVersion): boolean {
  return Components?.some(({ Name }) => Name.startsWith('Podman')) ?? false
}

/** Podman omits the algorithm in some answers. */
export function bareId(id: string): string {
  return id.replace(/^sha256:/, '')
}

/** Podman writes out the registry that Docker omits: `docker.io/library/debian:12`. */
export function familiarName(image: string): string {
  return image.replace(/^docker\.io\/(library\/)?/, '')
}
