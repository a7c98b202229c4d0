import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ownRuntime } from '../../test/docker-manager.ts'
import { createImageSource } from './index.ts'
import { makeMinimal } from './minimal-base.ts'
import { createPrograms } from './programs.ts'

const run = promisify(execFile)

describe('images on a real engine', () => {
  it('builds the minimal base from one program, with a shell and a folder to write to', async () => {
    await using machine = await setup()
    const { stdout } = await machine.inside(
      machine.image,
      'id -un; ls -d /tmp /root; env | grep ^PATH',
    )
    expect(stdout).toBe(
      'root\n/root\n/tmp\nPATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n',
    )
  })

  it('imports an archive of docker save under the requested name', async () => {
    await using machine = await setup()
    const wanted = `${machine.image}-loaded`
    await run('docker', ['save', '-o', machine.archivePath(wanted), machine.image])
    await machine.ensure(wanted)
    expect((await machine.inside(wanted, 'echo works')).stdout).toBe('works\n')
  })

  it('imports a plain root file system', async () => {
    await using machine = await setup()
    const wanted = `${machine.image}-files`
    const { stdout } = await run('docker', ['create', machine.image])
    await run('docker', ['export', '-o', machine.archivePath(wanted), stdout.trim()])
    await run('docker', ['rm', stdout.trim()])
    await machine.ensure(wanted)
    expect((await machine.inside(wanted, 'echo works')).stdout).toBe('works\n')
  })

  it('rejects a broken archive with image_archive_broken', async () => {
    await using machine = await setup()
    const wanted = `${machine.image}-broken`
    await run('sh', ['-c', 'printf hello > "$1"', 'sh', machine.archivePath(wanted)])
    await expect(machine.ensure(wanted)).rejects.toMatchObject({ code: 'image_archive_broken' })
  })
})

async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-images-'))
  await mkdir(join(dataDir, 'images'))
  const runtime = await ownRuntime('images-test')
  const image = `gridloom-test/minimal:${randomBytes(6).toString('hex')}`
  const signal = AbortSignal.timeout(60_000)
  const made = await makeMinimal({ image, programs: createPrograms(), onStep: () => {}, signal })
  await runtime.importImage(made.archive, signal)
  const images = [image]
  return {
    image,
    inside: (of: string, script: string) => run('docker', ['run', '--rm', of, 'sh', '-c', script]),
    archivePath: (of: string) => join(dataDir, 'images', `${of.replaceAll(/[/:]/g, '_')}.tar`),
    ensure: async (wanted: string) => {
      await createImageSource({ runtime, dataDir }).ensure({ image: wanted }, () => {}, signal)
      images.push(wanted)
    },
    [Symbol.asyncDispose]: async () => {
      await run('docker', ['rmi', '-f', ...images])
      await rm(dataDir, { recursive: true })
    },
  }
}
