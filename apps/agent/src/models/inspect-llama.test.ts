import { describe, expect, it } from 'vitest'
import { exitCodeFor } from '../doctor/finding.ts'
import { inspectLlama } from './inspect-llama.ts'

describe('models', () => {
  it('are served by llama.cpp if it is installed', () => {
    const finding = inspectLlama({ library: '/opt/llama' }, sandbox)
    expect(finding).toMatchObject({ name: 'models', level: 'ok' })
  })

  it('are reported with a warning if there is no sandbox, or none for this system', () => {
    const lack = { missing: 'bubblewrap is not installed', remedy: 'apt-get install bubblewrap' }
    const finding = inspectLlama({ library: '/opt/llama' }, lack)
    expect(finding).toMatchObject({ level: 'warn', text: lack.missing, remedy: lack.remedy })
    expect(inspectLlama({ library: '/opt/llama' }, undefined)).toMatchObject({
      level: 'warn',
      text: expect.stringContaining('not sandboxed'),
    })
  })

  it('are reported with a warning and a remedy, but without an error, if llama.cpp is missing', () => {
    const remedy = 'Install it with script/bootstrap'
    const finding = inspectLlama({ missing: 'llama.cpp is not installed', remedy }, sandbox)
    expect(finding).toMatchObject({ level: 'warn', text: 'llama.cpp is not installed', remedy })
    expect(exitCodeFor([finding])).toBe(0)
  })
})

const sandbox = {
  means: { mode: 'as_root', disablesUserns: true },
  ...{ system: [], seccomp: new Uint8Array(), cgroups: undefined },
} as const
