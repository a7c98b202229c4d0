import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { execute } from '../execute.ts'
import { findCgroups } from './cgroups.ts'

const limits = { memoryBytesMax: 64 * 1024 * 1024, processesMax: 20 }

describe('cgroups', () => {
  it('are in one tree with delegated controllers under version 2', async () => {
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

  it('are one per controller under version 1, where those of ended agents are removed', async () => {
    await using test = await setup({ 'memory/cgroup.procs': '', 'pids/cgroup.procs': '' })
    await mkdir(join(test.root, 'memory/gridloom-sandbox/99999999-1'), { recursive: true })
    const group = findCgroups({ isRoot: true, root: test.root })?.make(limits)
    expect(group?.joinFiles).toHaveLength(2)
    await group?.[Symbol.asyncDispose]()
    expect(await readdir(join(test.root, 'memory/gridloom-sandbox'))).toEqual([])
  })

  it('are not available without root or without controllers', async () => {
    await using test = await setup({})
    expect(findCgroups({ isRoot: true, root: test.root })).toBeUndefined()
    expect(findCgroups({ isRoot: false, root: '/sys/fs/cgroup' })).toBeUndefined()
  })

  it.runIf(findCgroups({ isRoot: process.getuid?.() === 0 }) !== undefined)(
    'limit memory, and report a group that ran out of it',
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
