import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Execute, ProcessResult } from '../execute.ts'
import {
  createSandboxFinder,
  findSandbox,
  readGpuNodes,
  type SandboxWanted,
} from './find-sandbox.ts'

describe('the sandbox', () => {
  it('is found by running a program in it', async () => {
    const kept = { ...version, stdout: '65534\nSeccomp:\t2\n' }
    expect(await setup([version, kept]).find()).toMatchObject({ means: { mode: 'as_root' } })
  })

  it('is reported with a remedy where it is missing', async () => {
    expect(await setup([version, refused]).find({ isRoot: false })).toEqual({
      missing: 'bubblewrap is not allowed to create namespaces (bwrap: No permissions)',
      remedy: expect.stringContaining('kernel.apparmor_restrict_unprivileged_userns=0'),
    })
    const absent: ProcessResult = { exitCode: null, stdout: '', stderr: '', failure: 'missing' }
    expect(await setup([absent]).find()).toMatchObject({
      remedy: expect.stringContaining('install -y --no-install-recommends bubblewrap'),
    })
    expect(await setup([]).find({ platform: 'darwin' })).toHaveProperty('missing')
    expect(await setup([]).find({ arch: 'riscv64' })).toMatchObject({
      missing: 'the processor architecture riscv64 is not supported',
    })
  })

  it('is searched for until it is found, and not again', async () => {
    const kept = { ...version, stdout: '65534\nSeccomp:\t2\n' }
    const left = [version, refused, version, kept]
    const find = createSandboxFinder(async () => left.shift() ?? refused, {
      ...usual,
      isRoot: false,
    })
    expect(await find()).toHaveProperty('missing')
    expect(await find()).toHaveProperty('means')
    expect(await find()).toHaveProperty('means')
  })
})

describe('the device nodes of GPUs', () => {
  it('are those that can render', async () => {
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

const version: ProcessResult = {
  exitCode: 0,
  stdout: 'bubblewrap 0.8.0\n',
  stderr: '',
  failure: undefined,
}
const refused: ProcessResult = {
  ...version,
  exitCode: 1,
  stdout: '',
  stderr: 'bwrap: No permissions\n',
}

const usual = { isRoot: true, platform: 'linux', arch: 'x64' } as const

function setup(answers: readonly ProcessResult[]) {
  const left = [...answers]
  const execute: Execute = async () => left.shift() ?? refused
  const { signal } = new AbortController()
  return {
    find: (changes: Partial<SandboxWanted> = {}) =>
      findSandbox(execute, { ...usual, ...changes, signal }),
  }
}
