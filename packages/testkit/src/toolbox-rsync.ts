import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'

const run = promisify(execFile)
const built = fileURLToPath(new URL('../../../apps/agent/dist/toolbox', import.meta.url))

/**
 * Unpacks the built toolbox into a folder, and returns the words that run its rsync on this computer, which may have
 * none.
 */
export async function toolboxRsync(folder: string): Promise<[string, ...string[]]> {
  const names = await readdir(built)
  const name = names.find((each) => each.startsWith(`gridloom-toolbox-linux-${process.arch}-`))
  if (name === undefined) throw new Error('The toolbox is not built: script/build-toolbox')
  const into = path.join(folder, 'toolbox')
  await mkdir(into)
  const tar = path.join(into, 'toolbox.tar')
  await writeFile(tar, zstdDecompressSync(await readFile(path.join(built, name))))
  await run('tar', ['-x', '-C', into, '-f', tar])
  const root = path.join(into, '.gridloom')
  const loader = path.join(root, 'lib/ld-linux-x86-64.so.2')
  return [loader, '--library-path', path.join(root, 'lib'), path.join(root, 'libexec/rsync')]
}
