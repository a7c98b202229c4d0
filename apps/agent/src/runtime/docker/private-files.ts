import { RuntimeFailure } from '../failure.ts'
import { packTar } from '../pack-tar.ts'
import type { WrittenFiles } from '../port.ts'
import { type EngineApi, EngineRefused } from './engine-api.ts'

type FilesOf = WrittenFiles & { name: string; signal: AbortSignal }

/** Uploads a folder owned by root (0700) with its files (0600); an existing folder gets these modes. */
export async function writePrivate(api: EngineApi, files: FilesOf): Promise<void> {
  await write(api, files, { folder: 0o700, file: 0o600 })
}

/** Uploads a folder owned by root with its files, which every user of the container can read. */
export async function writeReadable(api: EngineApi, files: FilesOf): Promise<void> {
  await write(api, files, { folder: 0o755, file: 0o644 })
}

async function write(
  api: EngineApi,
  { name, folder, files, signal }: FilesOf,
  modes: { folder: number; file: number },
): Promise<void> {
  const inside = folder.replace(/^\//, '')
  const root = { uid: 0, gid: 0 }
  const archive = await packTar([
    { ...root, name: `${inside}/`, type: 'directory', mode: modes.folder },
    ...Object.entries(files).map(([file, content]) => {
      return { ...root, name: `${inside}/${file}`, mode: modes.file, content }
    }),
  ])
  const path = `/containers/${name}/archive`
  try {
    await api.json({ method: 'PUT', path, query: { path: '/' }, archive, signal })
  } catch (cause) {
    if (!(cause instanceof EngineRefused && /no space left/i.test(cause.message))) throw cause
    throw new RuntimeFailure('disk_full', 'The disk of the instance is full.', { cause })
  }
}
