import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { cpuList, readCpuLayout } from './cpu-layout.ts'

it('parses CPU lists in the format of the kernel', () => {
  expect(cpuList('0-2,8,10-11')).toEqual([0, 1, 2, 8, 10, 11])
  expect(cpuList('')).toEqual([])
})

it('groups CPUs by node and core, and leaves out those that the agent may not use', async () => {
  const cpus = { 0: '0,4', 1: '1,5', 2: '2,6', 3: '3,7', 4: '0,4', 5: '1,5', 6: '2,6', 7: '3,7' }
  const layout = await layoutOf({
    'proc/self/status': 'Name:\tnode\nCpus_allowed_list:\t0-6\n',
    'sys/devices/system/node/online': '0-1\n',
    'sys/devices/system/node/node0/cpulist': '0-1,4-5\n',
    'sys/devices/system/node/node1/cpulist': '2-3,6-7\n',
    ...Object.fromEntries(
      Object.entries(cpus).map(([cpu, siblings]) => [
        `sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`,
        siblings,
      ]),
    ),
  })
  expect(layout).toEqual([
    [
      [0, 4],
      [1, 5],
    ],
    [[2, 6], [3]],
  ])
})

it('treats a machine without topology as one node of single CPUs, and returns none without /proc', async () => {
  expect(await layoutOf({ 'proc/self/status': 'Cpus_allowed_list:\t0-1\n' })).toEqual([[[0], [1]]])
  expect(await layoutOf({})).toEqual([])
})

async function layoutOf(files: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), 'gridloom-cpus-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  try {
    return await readCpuLayout(root)
  } finally {
    await rm(root, { recursive: true })
  }
}
