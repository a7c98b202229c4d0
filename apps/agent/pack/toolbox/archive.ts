import { createReadStream } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'

/** The date of every file: a constant, so that equal files give equal bytes. */
const mtime = new Date('2000-01-01T00:00:00Z')

/**
 * Packs a folder as a tar archive under a name, in the order of its paths, owned by root. The file `last` comes last:
 * where an unpacked copy has it, the copy is complete.
 */
export function packFolder(folder: string, under: string, last: string): Pack {
  const tar = pack()
  // The reader of the archive gets the error.
  void fill(tar, { folder, under, last }).catch((cause: unknown) =>
    tar.destroy(cause instanceof Error ? cause : new Error(String(cause))),
  )
  return tar
}

async function fill(tar: Pack, packed: { folder: string; under: string; last: string }) {
  const { folder, under, last } = packed
  const paths = (await readdir(folder, { recursive: true })).sort()
  tar.entry({ ...owner, name: `${under}/`, type: 'directory', mode: 0o755 })
  for (const path of [...paths.filter((each) => each !== last), last])
    await putEntry(tar, join(folder, path), `${under}/${path}`)
  tar.finalize()
}

const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime } as const

async function putEntry(tar: Pack, path: string, name: string): Promise<void> {
  const stats = await lstat(path)
  if (stats.isSymbolicLink()) {
    tar.entry({ ...owner, name, type: 'symlink', linkname: await readlink(path) })
  } else if (stats.isDirectory()) {
    tar.entry({ ...owner, name: `${name}/`, type: 'directory', mode: 0o755 })
  } else {
    const isProgram = (stats.mode & 0o100) !== 0
    const mode = isProgram ? 0o755 : 0o644
    const entry = tar.entry({ ...owner, name, size: stats.size, mode })
    await pipeline(createReadStream(path), entry)
  }
}
