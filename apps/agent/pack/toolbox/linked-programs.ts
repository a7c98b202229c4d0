import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, readdir, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import type { Apt } from './apt.ts'
import { namesLibrary, root } from './contents.ts'

const run = promisify(execFile)

/** A library that programs need and no package among their dependencies has. */
class LibraryMissing extends Error {
  override readonly name = 'LibraryMissing'
}

interface LibrarySearch {
  apt: Apt
  patchelf: string
  /** The folder that gets the libraries. */
  lib: string
}

/**
 * Copies all libraries that these files need, directly or not. Downloads the packages that have them, beginning with
 * the dependencies of some packages. Returns the packages that a library came from.
 */
export async function gatherLibraries(
  { apt, patchelf, lib }: LibrarySearch,
  files: readonly string[],
  { packages, names }: { packages: readonly string[]; names: readonly string[] },
): Promise<string[]> {
  const unpacked = new Set(packages)
  const used = new Set<string>()
  const wanted = [...names]
  for (const file of files) wanted.push(...(await neededBy(patchelf, file)))
  for (let name = wanted.shift(); name !== undefined; name = wanted.shift()) {
    if (existsSync(join(lib, name))) continue
    const found = (await findIn(apt, unpacked, name)) ?? (await download(apt, unpacked, name))
    await copyFile(await realpath(found.path), join(lib, name))
    used.add(found.from)
    wanted.push(...(await neededBy(patchelf, found.path)))
  }
  return [...used]
}

async function neededBy(patchelf: string, file: string): Promise<string[]> {
  const { stdout } = await run(patchelf, ['--print-needed', file])
  return stdout.split('\n').filter((line) => line !== '')
}

interface FoundLibrary {
  path: string
  from: string
}

async function findIn(
  apt: Apt,
  packages: Iterable<string>,
  name: string,
): Promise<FoundLibrary | undefined> {
  for (const from of packages) {
    for (const folder of ['lib', 'lib64', 'usr/lib', 'usr/lib64']) {
      const whole = join(apt.folderOf(from), folder)
      const places = [whole, ...(await foldersIn(whole))]
      const path = places.map((place) => join(place, name)).find((each) => existsSync(each))
      if (path !== undefined) return { path, from }
    }
  }
  return undefined
}

/** How many packages are between a program and its farthest library. */
const levelsMax = 6

/** Downloads the libraries that the packages so far depend on, one level at a time, until one has the file. */
async function download(apt: Apt, unpacked: Set<string>, name: string): Promise<FoundLibrary> {
  for (let level = 0; level < levelsMax; level += 1) {
    const known = await apt.dependencies([...unpacked])
    const fresh = known.filter((each) => isLibrary(each) && !unpacked.has(each))
    if (fresh.length === 0) break
    await apt.unpack(fresh)
    for (const each of fresh) unpacked.add(each)
    const found = await findIn(apt, fresh, name)
    if (found !== undefined) return found
  }
  throw new LibraryMissing(`No package has ${name}.`)
}

function isLibrary(name: string): boolean {
  return name === 'zlib1g' || (name.startsWith('lib') && !name.endsWith('-perl'))
}

async function foldersIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
}

interface Linking {
  patchelf: string
  loader: string
}

/**
 * Makes a program use our own loader and libraries. The path is of the older kind (`DT_RPATH`), which comes before the
 * `LD_LIBRARY_PATH` of an image.
 */
export async function linkProgram(
  { patchelf, loader }: Linking,
  file: string,
  needs: { names: 'own' | 'image' },
): Promise<void> {
  const path = ['--force-rpath', '--set-rpath', `${root}/lib`]
  await run(patchelf, ['--set-interpreter', `${root}/lib/${loader}`, ...path, file])
  // In the same run, patchelf 0.14 leaves a program that does not find its libraries.
  if (needs.names === 'own') await run(patchelf, ['--add-needed', namesLibrary.name, file])
}

/** Makes a library find the others beside it. The loader and the C library have no such path. */
export async function linkLibrary({ patchelf, loader }: Linking, file: string): Promise<void> {
  if (basename(file) === loader || basename(file) === 'libc.so.6') return
  await run(patchelf, ['--force-rpath', '--set-rpath', `${root}/lib`, file])
}
