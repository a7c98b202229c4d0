import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { RuntimeFailure } from '../runtime/failure.ts'
import { createFakeRuntime } from '../runtime/fake/index.ts'
import { packTar } from '../runtime/pack-tar.ts'
import type { ImageArchive } from '../runtime/port.ts'
import { archiveName, kindOfArchive } from './archive.ts'
import { type BaseImages, createBaseImages } from './base-images.ts'
import { stepOf } from './debian-base.ts'
import { isStatic } from './elf.ts'
import { createImageSource } from './index.ts'

describe('the source of an image', () => {
  it('is not needed when the machine has the image', async () => {
    await using machine = await setup({ images: ['debian:12'] })
    await machine.ensure('debian:12')
    expect(machine.progress).toEqual([])
  })

  it.each(['.tar', '.tar.gz'])('is an archive%s that the provider stored', async (ending) => {
    await using machine = await setup()
    const tar = await packTar([{ name: 'manifest.json', content: '[]' }])
    await machine.lay(`ghcr.io_a_b_1${ending}`, ending === '.tar' ? tar : gzipSync(tar))
    await machine.ensure('ghcr.io/a/b:1')
    expect(machine.imported).toMatchObject([{ kind: 'saved', image: 'ghcr.io/a/b:1' }])
    expect(machine.progress).toEqual(['Importing ghcr.io/a/b:1 from an archive on the machine'])
  })

  it('is rejected when it is not a valid archive', async () => {
    await using machine = await setup()
    await machine.lay('debian_12.tar', bytesOf('hello'))
    await expect(machine.ensure('debian:12')).rejects.toMatchObject({
      code: 'image_archive_broken',
    })
    await machine.lay('debian_13.tar.gz', bytesOf('hello'))
    await expect(machine.ensure('debian:13')).rejects.toMatchObject({
      code: 'image_archive_broken',
    })
  })

  it('is the machine itself for a base image', async () => {
    await using machine = await setup()
    await machine.ensure('gridloom/base')
    expect(machine.imported).toMatchObject([{ kind: 'root_file_system', image: 'gridloom/base' }])
  })

  it('is the registry for everything else', async () => {
    await using machine = await setup()
    await machine.ensure('debian:12')
    expect(machine.progress).toEqual(['Downloading debian:12'])
  })
})

describe('an image of a recipe', () => {
  const image = 'gridloom/app/own:1'

  it('is built once for all that wait, shown, and never asked of a registry', async () => {
    await using machine = await setup()
    let builds = 0
    const build = async () => {
      builds += 1
      await machine.runtime.importImage(aRootFileSystem(image), signal)
    }
    const ensure = () => machine.source.ensure({ image, build }, () => {}, signal)
    await Promise.all([ensure(), ensure()])
    await ensure()
    expect(builds).toBe(1)
    expect(machine.progress).toEqual([])
    await expect(machine.ensure('gridloom/app/other:1')).rejects.toMatchObject({
      code: 'image_not_found',
    })
  })

  it('that failed is built anew by the next instance', async () => {
    await using machine = await setup()
    const failing = async () => Promise.reject(new RuntimeFailure('build_failed', 'no'))
    const ensure = (build: () => Promise<void>) =>
      machine.source.ensure({ image, build }, () => {}, signal)
    await expect(ensure(failing)).rejects.toMatchObject({ code: 'build_failed' })
    await ensure(() => machine.runtime.importImage(aRootFileSystem(image), signal))
  })
})

describe('several instances that wait for one image', () => {
  it('share one pull, each with its progress', async () => {
    await using machine = await setup()
    machine.runtime.control.failNext('pullImage', new RuntimeFailure('registry_denied', 'no'))
    const both = await Promise.allSettled([machine.ensure('a:1'), machine.ensure('a:1')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(machine.progress).toEqual(['Downloading a:1', 'Downloading a:1'])
  })

  it('abort the pull when the last of them leaves', async () => {
    const began = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const baseImages: BaseImages = {
      makes: () => true,
      make: (_, __, signal) =>
        new Promise((_resolve, reject) => {
          began.resolve()
          signal.addEventListener('abort', () => {
            ended.resolve()
            reject(signal.reason)
          })
        }),
    }
    await using machine = await setup({ baseImages })
    const [one, other] = [new AbortController(), new AbortController()]
    const waits = [machine.ensure('x', one.signal), machine.ensure('x', other.signal)]
    const settled = Promise.allSettled(waits)
    await began.promise
    one.abort()
    other.abort()
    await ended.promise
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('base images', () => {
  it('exist only for known tags', () => {
    const base = createBaseImages()
    expect(base.makes('gridloom/base:debian')).toBe(true)
    expect(base.makes('gridloom/baseball')).toBe(false)
    const make = () => base.make('gridloom/base:windows', () => {}, new AbortController().signal)
    expect(make).toThrow(/has the tags latest and debian/)
  })

  it.each([
    ['I: Retrieving libc6 2.36-9', 'retrieving libc6'],
    ['I: Configuring base-files...', 'configuring base-files'],
    ['I: Checking Release signature', undefined],
    ['W: something', undefined],
  ])('report the step of debootstrap: %s', (line, step) => {
    expect(stepOf(line)).toBe(step)
  })
})

describe('archives', () => {
  it('are named after their image', () => {
    expect(archiveName('registry:5000/a/b:1@sha256:ff')).toBe('registry_5000_a_b_1_sha256_ff')
  })

  it.each([
    ['blobs/', 'saved'],
    ['manifest.json', 'saved'],
    [`${'a'.repeat(64)}/`, 'saved'],
    [`${'a'.repeat(64)}.json`, 'saved'],
    ['./', 'root_file_system'],
    ['bin/', 'root_file_system'],
    ['etc/index.json', 'root_file_system'],
  ] as const)('that begin with %s are %s', (name, kind) => {
    expect(kindOfArchive(name)).toBe(kind)
  })
})

describe('isStatic', () => {
  it('distinguishes programs that need a loader from those that do not', () => {
    expect(isStatic(anElf([1, 2, 6]))).toBe(true)
    expect(isStatic(anElf([6, 3, 1]))).toBe(false)
    expect(isStatic(bytesOf('#!/bin/sh\n'.repeat(20)))).toBe(false)
  })
})

async function setup(options: { images?: string[]; baseImages?: BaseImages } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'images-'))
  await mkdir(join(dataDir, 'images'))
  const runtime = createFakeRuntime({ images: options.images ?? [] })
  const imported: ImageArchive[] = []
  const progress: string[] = []
  const source = createImageSource({
    runtime: {
      ...runtime,
      importImage: async (archive, signal) => {
        imported.push(archive)
        await runtime.importImage(archive, signal)
      },
    },
    dataDir,
    baseImages: options.baseImages ?? aBase(),
  })
  return {
    runtime,
    source,
    imported,
    progress,
    lay: (name: string, bytes: Buffer) => writeFile(join(dataDir, 'images', name), bytes),
    ensure: (image: string, signal = AbortSignal.timeout(5_000)) =>
      source.ensure({ image }, ({ text }) => progress.push(text), signal),
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  }
}

const { signal } = new AbortController()

function aRootFileSystem(image: string): ImageArchive {
  return { kind: 'root_file_system', image, stream: empty(), changes: [] }
}

async function* empty(): AsyncIterable<Uint8Array> {}

function aBase(): BaseImages {
  return {
    makes: (image) => image === 'gridloom/base',
    make: async (image) => ({
      archive: { kind: 'root_file_system', image, stream: empty(), changes: [] },
      [Symbol.asyncDispose]: async () => {},
    }),
  }
}

/** A program with segments of these types. */
function anElf(segments: readonly number[]): Buffer {
  const elf = Buffer.alloc(64 + segments.length * 56)
  elf.writeUInt32BE(0x7f454c46, 0)
  elf[4] = 2
  elf.writeBigUInt64LE(64n, 0x20)
  elf.writeUInt16LE(56, 0x36)
  elf.writeUInt16LE(segments.length, 0x38)
  for (const [index, type] of segments.entries()) elf.writeUInt32LE(type, 64 + index * 56)
  return elf
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}
