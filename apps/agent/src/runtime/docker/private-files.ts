import { RuntimeFailure } from '../failure.ts'
import { packTar } from '../pack-tar.ts'
import type { PrivateFiles } from '../port.ts'
import { type EngineApi, EngineRefused } from './engine-api.ts'

/** Uploads a folder owned by root (0700) with its files (0600); an existing folder gets these modes. */
export async function writePrivate(
  api: EngineApi,
  { name, folder, files, signal }: PrivateFiles & { name: string; signal: AbortSignal },
): Promise<void> {
  const inside = folder.replace(/^\//, '')
  const root = { uid: 0, gid: 0 }
  const archive = await packTar([
    { ...root, name: `${inside}/`, type: 'directory', mode: 0o700 },
    ...Object.entries(files).map(([file, content]) => {
      return { ...root, name: `${inside}/${file}`, mode: 0o600, content }
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
