import { describe, expect, it } from 'vitest'
import type { ProcessResult } from '../../host/execute.ts'
import { readToolkit, toolkitOf } from './toolkit.ts'

const said =
  'NVIDIA Container Toolkit CLI version 1.17.7\ncommit: bae3e7842ee6dc2f0b3ea5ab0fc4ae2d3a1b8f1a\n'

describe('the NVIDIA container toolkit', () => {
  it.each<[string, Partial<ProcessResult>, string]>([
    ['one that lets containers out', { stdout: said }, 'outdated'],
    ['the first that does not', { stdout: said.replace('1.17.7', '1.17.8') }, 'safe'],
    [
      'a release candidate of an old one',
      { stdout: said.replace('1.17.7', '1.17.0-rc.1') },
      'outdated',
    ],
    ['none', { exitCode: null, failure: 'missing' }, 'absent'],
    ['one that fails', { exitCode: 1, stdout: said }, 'absent'],
    ['one that hangs', { exitCode: null, failure: 'timed_out' }, 'silent'],
    ['one that was killed', { exitCode: null, failure: 'killed' }, 'silent'],
  ])('is classified by the output of its command: %s', (_, answer, kind) => {
    const ended = { exitCode: 0, stdout: '', stderr: '', failure: undefined, ...answer }
    expect(toolkitOf(ended).kind).toBe(kind)
  })

  it('is read with a time limit', async () => {
    const signal = AbortSignal.timeout(1_000)
    const toolkit = await readToolkit(async (argv, limits) => {
      expect(argv).toEqual(['nvidia-ctk', '--version'])
      expect(limits).toMatchObject({ timeoutMs: 10_000, signal })
      return { exitCode: 0, stdout: said, stderr: '', failure: undefined }
    }, signal)
    expect(toolkit).toEqual({ kind: 'outdated', version: '1.17.7' })
  })
})
