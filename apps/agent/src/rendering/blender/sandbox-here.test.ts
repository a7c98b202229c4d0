import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Executed } from '../../host/execute.ts'
import { findSandbox, readGpuNodes } from './sandbox-here.ts'

describe('how scenes are kept in', () => {
  it('is as another user where the agent is root', async () => {
    expect(await setup([worked]).find(true)).toEqual({ mode: 'as_root' })
  })

  it('is by a namespace where it is not, or where root may not', async () => {
    expect(await setup([worked]).find(false)).toEqual({ mode: 'user_namespace' })
    expect(await setup([refused, worked]).find(true)).toEqual({ mode: 'user_namespace' })
  })

  it('is not at all where it would stay root', async () => {
    const test = setup([{ ...worked, stdout: '0\n' }, refused])
    expect(await test.find(true)).toHaveProperty('missing')
  })

  it('is told with what mends it where it cannot be', async () => {
    expect(await setup([refused]).find(false)).toEqual({
      missing: 'bubblewrap may not make namespaces here (bwrap: No permissions)',
      remedy: expect.stringContaining('kernel.apparmor_restrict_unprivileged_userns=0'),
    })
    const absent: Executed = { exitCode: null, stdout: '', stderr: '', failure: 'missing' }
    expect(await setup([absent]).find(true)).toMatchObject({
      remedy: expect.stringContaining('install -y --no-install-recommends bubblewrap'),
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

const worked: Executed = { exitCode: 0, stdout: '65534\n', stderr: '', failure: undefined }
const refused: Executed = {
  exitCode: 1,
  stdout: '',
  stderr: 'bwrap: No permissions\n',
  failure: undefined,
}

function setup(answers: readonly Executed[]) {
  const left = [...answers]
  const execute = async () => left.shift() ?? refused
  const { signal } = new AbortController()
  return { find: (isRoot: boolean) => findSandbox(execute, { isRoot, signal }) }
}
