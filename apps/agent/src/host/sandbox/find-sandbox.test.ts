import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandboxUserIds } from '@gridloom/domain/sandbox/sandbox-argv'
import { describe, expect, it } from 'vitest'
import type { Execute, Executed } from '../execute.ts'
import { findSandbox, readGpuNodes, type SandboxWanted } from './find-sandbox.ts'

describe('how programs are kept in', () => {
  it('is as another user in a namespace of its own where the agent is root', async () => {
    const test = setup([version, worked('65534')])
    expect(await test.find()).toMatchObject({ means: { mode: 'as_root', disablesUserns: true } })
    expect(test.seccomps).toEqual([undefined, expect.any(Uint8Array)])
  })

  it('is as another user where the kernel gives users no namespace', async () => {
    const test = setup([version, refused, worked(String(sandboxUserIds.render))])
    expect(await test.find()).toMatchObject({ means: { mode: 'as_root_unnested' } })
  })

  it('is by a namespace where the agent is not root, or where root may not', async () => {
    const mode = { means: { mode: 'user_namespace' } }
    expect(await setup([version, worked('65534')]).find({ isRoot: false })).toMatchObject(mode)
    expect(await setup([version, refused, refused, worked('65534')]).find()).toMatchObject(mode)
  })

  it('asks of an old bubblewrap nothing that it does not know', async () => {
    const test = setup([{ ...version, stdout: 'bubblewrap 0.6.1\n' }, worked('65534')])
    expect(await test.find()).toMatchObject({ means: { disablesUserns: false } })
    expect(test.asked.at(-1)).not.toContain('--disable-userns')
  })

  it('is not at all where a program would stay root, or have no filter', async () => {
    for (const said of ['0\nSeccomp:\t2\n', '65534\nSeccomp:\t0\n', '1000\nSeccomp:\t2\n']) {
      const answer = { ...worked('0'), stdout: said }
      const test = setup([version, answer, answer, answer])
      expect(await test.find()).toHaveProperty('missing')
    }
  })

  it('is told with what mends it where it cannot be', async () => {
    expect(await setup([version, refused]).find({ isRoot: false })).toEqual({
      missing: 'bubblewrap may not make namespaces here (bwrap: No permissions)',
      remedy: expect.stringContaining('kernel.apparmor_restrict_unprivileged_userns=0'),
    })
    const absent: Executed = { exitCode: null, stdout: '', stderr: '', failure: 'missing' }
    expect(await setup([absent]).find()).toMatchObject({
      remedy: expect.stringContaining('install -y --no-install-recommends bubblewrap'),
    })
  })

  it('is nothing on other systems and processors', async () => {
    expect(await setup([]).find({ platform: 'darwin' })).toHaveProperty('missing')
    expect(await setup([]).find({ arch: 'riscv64' })).toMatchObject({
      missing: 'there is no filter of system calls for riscv64',
    })
  })
})

describe('the nodes of GPUs', () => {
  it('are those that render, with their groups', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gridloom-dev-'))
    await mkdir(join(folder, 'dri'))
    const names = ['nvidia0', 'nvidiactl', 'nvidia-uvm', 'kfd', 'sda', 'mem', 'nvidia']
    for (const name of [...names, 'dri/card0', 'dri/renderD128']) {
      await writeFile(join(folder, name), '')
    }
    const paths = readGpuNodes(folder).map(({ path }) => path.slice(folder.length + 1))
    expect(paths.sort()).toEqual(['dri/renderD128', 'kfd', 'nvidia-uvm', 'nvidia0', 'nvidiactl'])
    await rm(folder, { recursive: true })
  })
})

const version: Executed = {
  exitCode: 0,
  stdout: 'bubblewrap 0.8.0\n',
  stderr: '',
  failure: undefined,
}
const refused: Executed = { ...version, exitCode: 1, stdout: '', stderr: 'bwrap: No permissions\n' }

function worked(user: string): Executed {
  return { ...version, stdout: `${user}\nSeccomp:\t2\n` }
}

function setup(answers: readonly Executed[]) {
  const left = [...answers]
  const asked: string[][] = []
  const seccomps: (Uint8Array | undefined)[] = []
  const execute: Execute = async (argv, { seccomp }) => {
    asked.push([...argv])
    seccomps.push(seccomp)
    return left.shift() ?? refused
  }
  const usual = { isRoot: true, platform: 'linux', arch: 'x64' } as const
  const { signal } = new AbortController()
  return {
    ...{ asked, seccomps },
    find: (changes: Partial<SandboxWanted> = {}) =>
      findSandbox(execute, { ...usual, ...changes, signal }),
  }
}
