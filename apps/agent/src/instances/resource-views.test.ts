import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resourceViews } from './resource-views.ts'

it('mounts the files of lxcfs read-only where it runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lxcfs-'))
  await mkdir(join(folder, 'proc'))
  await writeFile(join(folder, 'proc/meminfo'), 'MemTotal: 1 kB\n')
  const mounts = await resourceViews(folder)
  expect(mounts).toContain(`${folder}/proc/meminfo:/proc/meminfo:ro`)
  expect(mounts.every((mount) => mount.endsWith(':ro'))).toBe(true)
  await rm(folder, { recursive: true })
})

it('mounts nothing where lxcfs does not run', async () => {
  expect(await resourceViews('/nowhere')).toEqual([])
})
