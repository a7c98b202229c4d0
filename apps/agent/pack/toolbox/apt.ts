import { execFile } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** apt with its own lists for one architecture: it needs no rights, and changes nothing on this machine. */
export interface Apt {
  /** Downloads packages and unpacks each into a folder of its name. */
  unpack(names: readonly string[]): Promise<void>
  /** The folder of an unpacked package. */
  folderOf(name: string): string
  /** Returns the packages that these depend on. */
  dependencies(names: readonly string[]): Promise<string[]>
  /** Returns the versions of packages by their names. */
  versions(names: readonly string[]): Promise<Record<string, string>>
}

const updateMs = 180_000
const downloadMs = 300_000
const maxBuffer = 16 * 1024 * 1024

/** Reads the package lists of this machine's own sources. */
export async function createApt(place: {
  /** For lists, downloads and unpacked packages. */
  work: string
  /** As Debian names it. */
  architecture: string
}): Promise<Apt> {
  const { work, architecture } = place
  const downloads = join(work, 'downloads')
  for (const folder of ['lists/partial', 'cache/archives/partial', 'downloads', 'unpacked'])
    await mkdir(join(work, folder), { recursive: true })
  const options = [
    `Dir::State=${work}`,
    `Dir::State::lists=${join(work, 'lists')}`,
    'Dir::State::status=/dev/null',
    `Dir::Cache=${join(work, 'cache')}`,
    `APT::Architecture=${architecture}`,
    `APT::Architectures=${architecture}`,
    // Not root's helper user, who may not enter the folder.
    'APT::Sandbox::User=',
    'Acquire::Languages=none',
    'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false',
    'Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled=false',
  ].flatMap((option) => ['-o', option])
  await run('apt-get', [...options, '-q', 'update'], { timeout: updateMs, maxBuffer })

  const show = async (words: readonly string[]) =>
    (await run('apt-cache', [...options, ...words], { maxBuffer })).stdout

  const folderOf = (name: string) => join(work, 'unpacked', name)

  return {
    folderOf,
    unpack: async (names) => {
      const words = [...options, '-q', 'download', ...names]
      await run('apt-get', words, { cwd: downloads, timeout: downloadMs, maxBuffer })
      for (const file of await readdir(downloads)) {
        const name = file.slice(0, file.indexOf('_'))
        await run('dpkg-deb', ['-x', join(downloads, file), folderOf(name)])
        await rm(join(downloads, file))
      }
    },
    dependencies: async (names) => {
      const text = await show(['depends', '--important', ...names])
      const found = text.matchAll(/^\s*\|?(?:Pre)?Depends: ([a-z0-9][a-z0-9+.-]*)/gm)
      return [...new Set([...found].map(([, name = '']) => name))].sort()
    },
    versions: async (names) => {
      const text = await show(['show', '--no-all-versions', ...names])
      const found = text.matchAll(/^Package: (\S+)$[\s\S]*?^Version: (\S+)$/gm)
      return Object.fromEntries([...found].map(([, name = '', version = '']) => [name, version]))
    },
  }
}
