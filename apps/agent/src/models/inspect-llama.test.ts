import { describe, expect, it } from 'vitest'
import { exitCodeFor } from '../doctor/finding.ts'
import { inspectLlama } from './inspect-llama.ts'

describe('models', () => {
  it('are served by llama.cpp where it is installed', () => {
    const finding = inspectLlama({ library: '/opt/llama' }, sandbox)
    expect(finding).toMatchObject({ name: 'models', level: 'ok' })
  })

  it('are served by nothing where nothing keeps them in, and it is said where no system could', () => {
    const lack = { missing: 'bubblewrap is not installed', remedy: 'apt-get install bubblewrap' }
    const finding = inspectLlama({ library: '/opt/llama' }, lack)
    expect(finding).toMatchObject({ level: 'warn', text: lack.missing, remedy: lack.remedy })
    expect(inspectLlama({ library: '/opt/llama' }, undefined)).toMatchObject({
      level: 'warn',
      text: expect.stringContaining('not kept in'),
    })
  })

  it('may want for llama.cpp without keeping the machine from hosting, and it is said what mends that', () => {
    const remedy = 'script/bootstrap installs it'
    const finding = inspectLlama({ missing: 'llama.cpp is not installed', remedy }, sandbox)
    expect(finding).toMatchObject({ level: 'warn', text: 'llama.cpp is not installed', remedy })
    expect(exitCodeFor([finding])).toBe(0)
  })
})

const sandbox = {
  means: { mode: 'as_root', disablesUserns: true },
  ...{ system: [], seccomp: new Uint8Array(), cgroups: undefined },
} as const
