import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { execute } from '@gridloom/agent/host/execute'
import { createBaseImages } from '@gridloom/agent/images/base-images'

const run = promisify(execFile)

/** Not busybox's, which drops set-user-id privileges. */
const idProgram = '/usr/bin/id'

/** The image in the archive of {@link layProbeImage}. */
export const probeImage = 'gridloom-test/probe:2'

/**
 * Writes an archive into a machine's folder: the minimal base with this system's perl, which makes any system call on
 * request, and a set-user-id copy of `id`.
 */
export async function layProbeImage(machineFolder: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-probe-'))
  try {
    await unpackBase(folder)
    const perl = (await run('readlink', ['-f', '/usr/bin/perl'])).stdout.trim()
    const files = await Promise.all([perl, idProgram].map(librariesOf))
    for (const file of [perl, ...files.flat()]) await copyInto(folder, file)
    await cp(idProgram, join(folder, 'bin/id-as-root'))
    await run('chmod', ['4755', join(folder, 'bin/id-as-root')])
    await mkdir(join(machineFolder, 'images'), { recursive: true })
    const archive = join(machineFolder, 'images', 'gridloom-test_probe_2.tar')
    await run('tar', ['-C', folder, '-cf', archive, '.'])
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function unpackBase(folder: string): Promise<void> {
  const base = createBaseImages()
  await using made = await base.make('gridloom/base', () => {}, AbortSignal.timeout(60_000))
  const archive = join(folder, 'base.tar')
  await pipeline(made.archive.stream, async (bytes) => writeFile(archive, bytes))
  await run('tar', ['-C', folder, '-xf', archive])
  await rm(archive)
}

/** The files that the loader maps for a program: the last path of each line of `ldd`. */
async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await execute(['ldd', program], { timeoutMs: 10_000 })
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].flatMap(([, path]) => path ?? [])
}

async function copyInto(folder: string, file: string): Promise<void> {
  await mkdir(join(folder, dirname(file)), { recursive: true })
  await cp(file, join(folder, file), { dereference: true })
}
