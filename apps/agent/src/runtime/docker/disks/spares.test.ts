import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { makeDisk, removeDisk } from './disk-scripts.ts'
import { createInstanceDisks } from './index.ts'

const signal = AbortSignal.timeout(20_000)
const gb = 1_000_000_000

it('creates two spares of one size, and gives each to one instance', async () => {
  await using test = await setup()
  await test.disks.prepare(2, signal)
  const [first, second] = test.mounted()
  await test.disks.make({ name: 'one', bytes: 2 }, signal)
  await test.disks.make({ name: 'two', bytes: 2 }, signal)
  expect(test.binds).toEqual([
    [first, 'one'],
    [second, 'two'],
  ])
  await test.disks.make({ name: 'three', bytes: 2 }, signal)
  expect(test.made.at(-1)).toBe('three')
})

it('unmounts the former mount points of spares that were given away', async () => {
  await using test = await setup()
  await test.disks.prepare(2, signal)
  await test.disks.make({ name: 'one', bytes: 2 }, signal)
  expect(test.mounted()).toHaveLength(3)
  await test.disks.prepare(2, signal)
  expect(test.mounted()).toHaveLength(3)
  expect(test.removed).toHaveLength(1)
  await test.disks.make({ name: 'two', bytes: 2 }, signal)
  await test.disks.remove('two', signal)
  expect(test.removed.slice(2)).toEqual(['two'])
})

it('gives no spare of another size, and replaces spares once another size is prepared', async () => {
  await using test = await setup()
  await test.disks.prepare(2, signal)
  await test.disks.make({ name: 'one', bytes: 3 }, signal)
  expect(test.made.at(-1)).toBe('one')
  await test.disks.prepare(3, signal)
  expect(test.removed).toHaveLength(2)
  await test.disks.make({ name: 'two', bytes: 3 }, signal)
  expect(test.binds).toHaveLength(1)
})

it('gives no spare that the engine does not see mounted', async () => {
  await using test = await setup()
  await test.disks.prepare(2, signal)
  test.unmountAll()
  await test.disks.make({ name: 'one', bytes: 2 }, signal)
  expect(test.binds).toEqual([])
  expect(test.made.at(-1)).toBe('one')
})

it('creates no spare that would take a large part of the free space', async () => {
  await using test = await setup()
  const { freeBytes } = await test.disks.allSpace()
  await test.disks.prepare(freeBytes / 6, signal)
  expect(test.made).toEqual([])
})

it('drops the spares if a disk would have no space otherwise', async () => {
  await using test = await setup()
  await test.disks.prepare(2, signal)
  const { freeBytes } = await test.disks.allSpace()
  const making = test.disks.make({ name: 'one', bytes: freeBytes + gb }, signal)
  await expect(making).rejects.toMatchObject({ code: 'disk_full' })
  expect(test.removed).toHaveLength(2)
})

it('does not list spares as disks, and drops them all at the end', async () => {
  await using test = await setup()
  await test.disks.prepare(2, signal)
  await test.disks.make({ name: 'one', bytes: 2 }, signal)
  expect(await test.disks.names()).toEqual(['one'])
  await test.disks.dropSpares(signal)
  expect(test.mounted()).toEqual(['one'])
})

it('drops at the end what an aborted removal left', async () => {
  await using test = await setup()
  await test.disks.prepare(2, signal)
  for (const name of ['one', 'two']) await test.disks.make({ name, bytes: 2 }, signal)
  await expect(test.disks.prepare(2, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(test.mounted()).toHaveLength(4)
  await test.disks.dropSpares(signal)
  expect(test.mounted()).toEqual(['one', 'two'])
})

/** Disks of an engine whose programs only record their calls. */
async function setup() {
  const root = await mkdtemp(join(tmpdir(), 'gridloom-disks-'))
  await mkdir(join(root, 'docker'))
  const mounts = new Set<string>()
  const did = { made: [] as string[], removed: [] as string[], binds: [] as string[][] }
  const pathOf = (path: string) => join(root, path)
  async function run(argv: readonly string[], limit: AbortSignal): Promise<void> {
    limit.throwIfAborted()
    const [from = '', to = ''] = argv.slice(-2)
    if (argv.includes('--bind')) {
      mounts.add(to)
      did.binds.push([basename(from), basename(to)])
      return
    }
    const [file = '', mount = ''] = argv.slice(4)
    if (argv.includes(makeDisk)) {
      await mkdir(pathOf(file.slice(0, file.lastIndexOf('/'))), { recursive: true })
      await writeFile(pathOf(file), '')
      await mkdir(pathOf(mount), { recursive: true })
      mounts.add(mount)
      did.made.push(basename(mount))
    }
    if (argv.includes(removeDisk)) {
      mounts.delete(mount)
      for (const path of [file, mount]) await rm(pathOf(path), { recursive: true, force: true })
      did.removed.push(basename(mount))
    }
  }
  const inside = (argv: readonly string[]) => argv
  const engine = { pathOf, run, inside, mountPoints: async () => mounts }
  return {
    disks: createInstanceDisks({
      kind: 'instances',
      clock: createTestClock(),
      engineRoot: '/docker',
      owner: 'own',
      engine: async () => engine,
    }),
    ...did,
    mounted: () => [...mounts].map((path) => basename(path)),
    unmountAll: () => mounts.clear(),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  }
}
