import { existsSync } from 'node:fs'
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  realpath,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ToolboxPlatform } from '@gridloom/contract/installers/toolbox'
import type { Apt } from './apt.ts'
import {
  architectures,
  certificates,
  commands,
  gitNames,
  namesLibrary,
  programs,
  root,
  sshdParts,
} from './contents.ts'
import { gatherLibraries, linkLibrary, linkProgram } from './linked-programs.ts'

const ownFiles = fileURLToPath(new URL('files', import.meta.url))

interface Assembly {
  platform: ToolboxPlatform
  apt: Apt
  patchelf: string
  /** The folder that becomes the toolbox. */
  out: string
}

/** Packages that are downloaded first; those of libraries are found by following the programs. */
const firstPackages = [
  ...new Set(programs.map(({ from }) => from)),
  namesLibrary.from,
  certificates.from,
  'busybox-static',
  'base-files',
]

const folders = ['bin', 'commands', 'doc', 'etc', 'lib', 'libexec/git-core', 'share/git-templates']

/** Fills the folder of a toolbox. Returns the packages that are in it, with their versions. */
export async function assembleToolbox(assembly: Assembly): Promise<Record<string, string>> {
  const { apt, out } = assembly
  await apt.unpack(firstPackages)
  for (const folder of folders) await mkdir(join(out, folder), { recursive: true })
  await putBusybox(apt, out)
  const libraries = await putPrograms(assembly)
  await putEntries(out)
  await putCertificates(apt, out)
  const used = [...new Set([...firstPackages, ...libraries])].sort()
  await putLicences(apt, out, used)
  return apt.versions(used)
}

async function putBusybox(apt: Apt, out: string): Promise<void> {
  const folder = apt.folderOf('busybox-static')
  const path = existsSync(join(folder, 'usr/bin/busybox')) ? 'usr/bin/busybox' : 'bin/busybox'
  await copyFile(join(folder, path), join(out, 'bin/busybox'))
  await symlink('busybox', join(out, 'bin/sh'))
  for (const name of commands) await symlink('../bin/busybox', join(out, 'commands', name))
}

interface PutProgram {
  file: string
  names: 'own' | 'image'
}

/** Copies and links the programs and their libraries. Returns the packages of the libraries. */
async function putPrograms({ platform, apt, patchelf, out }: Assembly): Promise<string[]> {
  const { loader } = architectures[platform]
  const lib = join(out, 'lib')
  const linking = { patchelf, loader }
  const files = await copyPrograms(apt, join(out, 'libexec'))
  const first = { packages: firstPackages, names: [loader, namesLibrary.name] }
  const paths = files.map(({ file }) => file)
  const libraries = await gatherLibraries({ apt, patchelf, lib }, paths, first)
  for (const { file, names } of files) {
    await chmod(file, 0o755)
    await linkProgram(linking, file, { names })
  }
  for (const name of await readdir(lib)) {
    await chmod(join(lib, name), 0o755)
    await linkLibrary(linking, join(lib, name))
  }
  return libraries
}

async function copyPrograms(apt: Apt, libexec: string): Promise<PutProgram[]> {
  const put: PutProgram[] = []
  for (const { name, from, path, needsNames } of programs) {
    const file = join(libexec, name === 'git' ? 'git-core/git' : name)
    await copyFile(await realpath(join(apt.folderOf(from), path)), file)
    put.push({ file, names: needsNames ? 'own' : 'image' })
  }
  for (const name of sshdParts) {
    const from = join(apt.folderOf('openssh-server'), 'usr/lib/openssh', name)
    if (!existsSync(from)) continue
    await copyFile(from, join(libexec, name))
    put.push({ file: join(libexec, name), names: 'own' })
  }
  for (const name of gitNames.slice(1)) await symlink('git', join(libexec, 'git-core', name))
  return put
}

async function putEntries(out: string): Promise<void> {
  const copy = (name: string, to: string) => copyFile(join(ownFiles, name), join(out, to))
  await copy('entry', 'libexec/entry')
  await copy('names', 'libexec/names')
  await copy('backup-pipe', 'libexec/backup-pipe')
  await chmod(join(out, 'libexec/backup-pipe'), 0o755)
  await copy('sshd', 'bin/sshd')
  await copy('README', 'README')
  await copy('sshd_config', 'etc/sshd_config')
  await writeFile(join(out, 'etc/sshd_config'), sshdPaths(out), { flag: 'a' })
  const names = [...programs.map(({ name }) => name), ...gitNames]
  for (const name of new Set(names))
    if (name !== 'sshd') await symlink('../libexec/entry', join(out, 'bin', name))
}

/** Joins the certificates of authorities into the one file that programs read. */
async function putCertificates(apt: Apt, out: string): Promise<void> {
  const folder = join(apt.folderOf(certificates.from), certificates.folder)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.crt')).sort()
  const all = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  await writeFile(join(out, 'etc/ca-certificates.crt'), all.join(''))
}

/** The settings by which an sshd of several programs finds the others. */
function sshdPaths(out: string): string {
  const settings = { 'sshd-session': 'SshdSessionPath', 'sshd-auth': 'SshdAuthPath' } as const
  return sshdParts
    .filter((name) => existsSync(join(out, 'libexec', name)))
    .map((name) => `${settings[name]} ${root}/libexec/${name}\n`)
    .join('')
}

/** Copies the licence of each package, and the texts that these refer to. */
async function putLicences(apt: Apt, out: string, packages: readonly string[]): Promise<void> {
  for (const name of packages) {
    const documents = join(apt.folderOf(name), 'usr/share/doc')
    const copyright = join(documents, name, 'copyright')
    if (existsSync(copyright)) await copyFile(copyright, join(out, 'doc', name))
  }
  const common = join(apt.folderOf('base-files'), 'usr/share/common-licenses')
  await mkdir(join(out, 'doc/common-licenses'))
  for (const name of (await readdir(common)).sort())
    await copyFile(await realpath(join(common, name)), join(out, 'doc/common-licenses', name))
}
