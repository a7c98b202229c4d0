import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { createInstanceDisks } from './index.ts'

it('measures all disks with one look at the mounts, even if one is deleted meanwhile', async () => {
  const root = await mkdtemp(join(tmpdir(), 'gridloom-disks-'))
  const files = join(root, 'docker/gridloom/own')
  await mkdir(files, { recursive: true })
  await mkdir(join(root, 'run/gridloom/own/there'), { recursive: true })
  for (const name of ['there', 'gone']) await writeFile(join(files, `${name}.ext4`), 'x'.repeat(9))
  const asked = { engine: 0, mounts: 0 }
  const engine = {
    pathOf: (path: string) => join(root, path),
    run: async () => {},
    inside: (argv: readonly string[]) => argv,
    mountPoints: async () => {
      asked.mounts += 1
      return new Set(['/run/gridloom/own/there', '/run/gridloom/own/gone'])
    },
  }
  const disks = createInstanceDisks({
    kind: 'instances',
    ...{ clock: createTestClock(), engineRoot: '/docker', owner: 'own' },
    engine: async () => {
      asked.engine += 1
      return engine
    },
  })
  expect(await disks.allSpace()).toMatchObject({ allocatedBytes: 18 })
  expect(asked).toEqual({ engine: 1, mounts: 1 })
  expect(await disks.space('gone')).toBeUndefined()
  await rm(root, { recursive: true })
})
