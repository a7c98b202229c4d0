import { execFileSync } from 'node:child_process'
import { ModelId } from '@gridloom/contract/models'
import { describe, expect, it } from 'vitest'
import { smolId } from '../../lib/testing/model-samples.ts'
import { modelLines } from './model-code.ts'

const lines = modelLines(ModelId.parse(smolId), 'https://grid.example')

describe('modelLines', () => {
  it('ask the same model at the same place, in every language', () => {
    for (const text of Object.values(lines)) expect(text).toContain(smolId)
    expect(lines.curl).toContain('https://grid.example/v1/chat/completions')
    expect(lines.typescript).toContain("baseURL: 'https://grid.example/v1'")
    expect(lines.python).toContain('base_url="https://grid.example/v1"')
    expect(lines.cli).toContain('gridloom chat')
  })

  it('say the key by its name alone', () => {
    for (const text of [lines.curl, lines.typescript, lines.python]) {
      expect(text).toContain('GRIDLOOM_TOKEN')
      expect(text).not.toContain('glk_')
    }
  })

  it('are a module that Node.js can read', () => {
    const check = ['--input-type=module', '--check', '-']
    expect(() =>
      execFileSync(process.execPath, check, { input: lines.typescript, stdio: 'pipe' }),
    ).not.toThrow()
  })
})
