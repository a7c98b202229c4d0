import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { execute } from '../execute.ts'
import { findCgroups } from './cgroups.ts'

const limits = { memoryBytesMax: 64 * 1024 * 1024, processesMax: 20 }

describe('groups of processes', () => {
  it('are of one tree where the machine has version 2, with its controllers handed down', async () => {
    await using test = await setup({ 'cgroup.controllers': 'memory pids' })
    const group = findCgroups({ isRoot: true, root: test.root })?.make(limits)
    const own = join(test.root, 'gridloom-sandbox')
    for (const folder of [test.root, own]) {
      expect(await readFile(join(folder, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids')
    }
    expect(group?.joinFiles).toEqual([
      expect.stringMatching(`^${own}/${process.pid}-.+/cgroup.procs$`),
    ])
    expect(group?.ranOutOfMemory()).toBe(false)
    await group?.[Symbol.asyncDispose]()
    expect(await readdir(own)).toEqual(['cgroup.subtree_control'])
  })

  it('are one for each controller where it has version 1, and what ended agents left is cleared', async () => {
    await using test = await setup({ 'memory/cgroup.procs': '', 'pids/cgroup.procs': '' })
    await mkdir(join(test.root, 'memory/gridloom-sandbox/99999999-1'), { recursive: true })
    const group = findCgroups({ isRoot: true, root: test.root })?.make(limits)
    expect(group?.joinFiles).toHaveLength(2)
    await group?.[Symbol.asyncDispose]()
    expect(await readdir(join(test.root, 'memory/gridloom-sandbox'))).toEqual([])
  })

  it('are none without root, and where there are no controllers', async () => {
    await using test = await setup({})
    expect(findCgroups({ isRoot: true, root: test.root })).toBeUndefined()
    expect(findCgroups({ isRoot: false, root: '/sys/fs/cgroup' })).toBeUndefined()
  })

  it.runIf(findCgroups({ isRoot: process.getuid?.() === 0 }) !== undefined)(
    'bound processes and memory, and say who ran out of it',
    async () => {
      const group = findCgroups({ isRoot: true })?.make(limits)
      const [first = ''] = group?.joinFiles ?? []
      const join = (group?.joinFiles ?? []).map((file) => `echo 0 >${file};`).join(' ')
      const hungry = `exec perl -e 'my @all; push @all, "x" x 1e7 while 1'`
      const ended = await execute(['sh', '-c', `${join} ${hungry}`], { timeoutMs: 20_000 })
      expect(ended.exitCode).not.toBe(0)
      expect(group?.ranOutOfMemory()).toBe(true)
      await group?.[Symbol.asyncDispose]()
      expect(existsSync(first)).toBe(false)
    },
  )
})

async function setup(files: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'gridloom-cgroups-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(root, name, '..'), { recursive: true })
    await writeFile(join(root, name), text)
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
}
