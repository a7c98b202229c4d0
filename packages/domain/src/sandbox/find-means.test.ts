import { describe, expect, it } from 'vitest'
import { findMeans, type MeansWanted, type TrialEnd } from './find-means.ts'
import { sandboxUserIds } from './sandbox-argv.ts'

describe('the sandbox found', () => {
  it('uses another user in a user namespace as root', async () => {
    const test = setup([version, worked('65534')])
    expect(await test.find()).toMatchObject({ means: { mode: 'as_root', disablesUserns: true } })
    expect(test.seccomps).toEqual([undefined, expect.any(Uint8Array)])
  })

  it('uses another user alone if the kernel gives users no namespace', async () => {
    const test = setup([version, refused, worked(String(sandboxUserIds.render))])
    expect(await test.find()).toMatchObject({ means: { mode: 'as_root_unnested' } })
  })

  it('uses a user namespace alone without root, or if root may not', async () => {
    const mode = { means: { mode: 'user_namespace' } }
    expect(await setup([version, worked('65534')]).find({ isRoot: false })).toMatchObject(mode)
    expect(await setup([version, refused, refused, worked('65534')]).find()).toMatchObject(mode)
  })

  it('uses no option that an old bubblewrap lacks', async () => {
    const test = setup([{ ...version, stdout: 'bubblewrap 0.6.1\n' }, worked('65534')])
    expect(await test.find()).toMatchObject({ means: { disablesUserns: false } })
    expect(test.asked.at(-1)).not.toContain('--disable-userns')
    const newer = setup([{ ...version, stdout: 'bubblewrap 1.0\n' }, worked('65534')])
    expect(await newer.find()).toMatchObject({ means: { disablesUserns: true } })
  })

  it('is refused if the program would be root, or have no filter', async () => {
    for (const stdout of ['0\nSeccomp:\t2\n', '65534\nSeccomp:\t0\n', '1000\nSeccomp:\t2\n', '']) {
      const answer = { ...version, stdout }
      const found = await setup([version, answer, answer, answer]).find()
      expect(found.kind).toBe('refused')
    }
  })

  it('has the reason if there is none', async () => {
    const reason = 'bwrap: No permissions'
    expect(await setup([version, refused]).find({ isRoot: false })).toEqual({
      kind: 'refused',
      reason,
    })
    const absent = { ...version, kind: 'not_installed' } as const
    expect(await setup([absent]).find()).toEqual({ kind: 'not_installed' })
    expect(await setup([]).find({ arch: 'riscv64' })).toEqual({ kind: 'unknown_processor' })
  })
})

const version: TrialEnd = { kind: 'ended', exitCode: 0, stdout: 'bubblewrap 0.8.0\n', stderr: '' }
const refused: TrialEnd = { ...version, exitCode: 1, stdout: '', stderr: 'bwrap: No permissions\n' }

function worked(user: string): TrialEnd {
  return { ...version, stdout: `${user}\nSeccomp:\t2\n` }
}

function setup(answers: readonly TrialEnd[]) {
  const left = [...answers]
  const asked: string[][] = []
  const seccomps: (Uint8Array | undefined)[] = []
  const run = async (argv: readonly string[], seccomp?: Uint8Array) => {
    asked.push([...argv])
    seccomps.push(seccomp)
    return left.shift() ?? refused
  }
  const profile = {
    ...{ hostname: 'test', userId: sandboxUserIds.render, environment: {} },
    ...{ tmpBytesMax: 1_024, processesMax: 64 },
  }
  const usual = { isRoot: true, arch: 'x64', system: [], profile }
  return {
    ...{ asked, seccomps },
    find: (changes: Partial<MeansWanted> = {}) => findMeans(run, { ...usual, ...changes }),
  }
}
