import { lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { EngineProcess } from './engine-process.ts'
import { boundNetworkFiles, keepNetworkFiles, restoreNetworkFiles } from './network-files.ts'

const signal = new AbortController().signal

it('leads the files of a container into a small file system, through links', async () => {
  await using test = await setup()
  await boundNetworkFiles(test.engine, test.folder, signal)
  expect(test.mounted).toEqual([join(test.folder, 'net')])
  for (const file of ['hosts', 'hostname', 'resolv.conf'])
    expect((await lstat(join(test.folder, file))).isSymbolicLink()).toBe(true)
  await boundNetworkFiles(test.engine, test.folder, signal)
  expect(test.mounted).toHaveLength(1)
})

it('restores what the engine wrote after a renter changed it', async () => {
  await using test = await setup()
  await boundNetworkFiles(test.engine, test.folder, signal)
  await test.write('127.0.0.1 localhost')
  await keepNetworkFiles(test.engine, test.folder)
  await test.write('full of zeros')
  await restoreNetworkFiles(test.engine, test.folder)
  expect(await test.read()).toBe('127.0.0.1 localhost')
})

it('leaves the files as they are where the agent was killed before it kept them', async () => {
  await using test = await setup()
  await boundNetworkFiles(test.engine, test.folder, signal)
  await test.write('127.0.0.1 localhost')
  await restoreNetworkFiles(test.engine, test.folder)
  expect(await test.read()).toBe('127.0.0.1 localhost')
  await mkdir(join(test.folder, 'net.kept.new'))
  await keepNetworkFiles(test.engine, test.folder)
  await restoreNetworkFiles(test.engine, test.folder)
  expect(await test.read()).toBe('127.0.0.1 localhost')
})

/** A container's folder, and an engine whose mounts are only recorded. */
async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'network-files-'))
  const mounted: string[] = []
  const engine: EngineProcess = {
    pathOf: (path) => path,
    run: async (argv) => void mounted.push(argv.at(-1) ?? ''),
    inside: (argv) => argv,
    mountPoints: async () => new Set(mounted),
  }
  const hosts = join(folder, 'hosts')
  await writeFile(hosts, '')
  return {
    ...{ engine, folder, mounted },
    write: (text: string) => writeFile(hosts, text),
    read: () => readFile(hosts, 'utf8'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
