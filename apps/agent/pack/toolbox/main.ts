import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { constants, createZstdCompress } from 'node:zlib'
import { ToolboxPlatform, toolboxFileName } from '@gridloom/contract/installers/toolbox'
import { createApt } from './apt.ts'
import { packFolder } from './archive.ts'
import { assembleToolbox } from './assemble.ts'
import { architectures, root } from './contents.ts'

const builtFolder = fileURLToPath(new URL('../../dist/toolbox', import.meta.url))

/**
 * Builds the toolbox for a platform into a folder: its archive, and `PLATFORM.json` with its facts. Older archives for
 * the platform are deleted. Equal packages give equal bytes.
 */
async function buildToolbox(platform: ToolboxPlatform, folder: string): Promise<void> {
  const work = await mkdtemp(join(folder, '.making-'))
  try {
    const out = join(work, 'out')
    const patchelf = await fetchPatchelf(join(work, 'tools'))
    const architecture = architectures[platform].debian
    const apt = await createApt({ work: join(work, 'apt'), architecture })
    const packages = await assembleToolbox({ platform, apt, patchelf, out })
    const manifest = { platform, packages }
    await writeFile(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    await publish(folder, platform, { work, out, packages })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The tool that changes the paths of loader and libraries, for this machine's own processor. */
async function fetchPatchelf(folder: string): Promise<string> {
  const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'
  const apt = await createApt({ work: folder, architecture })
  await apt.unpack(['patchelf'])
  return join(apt.folderOf('patchelf'), 'usr/bin/patchelf')
}

interface Assembled {
  work: string
  out: string
  packages: Record<string, string>
}

/** Writes the archive, then the facts that name it: a reader sees the old or the new toolbox. */
async function publish(
  folder: string,
  platform: ToolboxPlatform,
  { work, out, packages }: Assembled,
): Promise<void> {
  const archive = join(work, 'toolbox.tar.zst')
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 19 } })
  const tar = packFolder(out, root.slice(1), 'manifest.json')
  await pipeline(tar, compress, createWriteStream(archive))
  const hash = createHash('sha256')
  await pipeline(createReadStream(archive), hash)
  const sha256 = hash.digest('hex')
  const { size: bytes } = await stat(archive)
  const fileName = toolboxFileName(platform, sha256)
  await rename(archive, join(folder, fileName))
  const facts = join(work, 'facts.json')
  await writeFile(facts, `${JSON.stringify({ sha256, bytes, packages }, null, 2)}\n`)
  await rename(facts, join(folder, `${platform}.json`))
  const isOlder = (name: string) => name.includes(`-${platform}-`) && name !== fileName
  for (const name of (await readdir(folder)).filter(isOlder)) await rm(join(folder, name))
  process.stdout.write(`${fileName}: ${(bytes / 1024 / 1024).toFixed(1)} MiB\n`)
}

const wanted = process.argv.slice(2)
const platforms = wanted.length === 0 ? ToolboxPlatform.options : wanted
await mkdir(builtFolder, { recursive: true })
for (const platform of platforms) await buildToolbox(ToolboxPlatform.parse(platform), builtFolder)
