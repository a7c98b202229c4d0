import { execFileSync } from 'node:child_process'
import { ChatParameters } from '@gridloom/contract/chat/chat'
import { ModelId } from '@gridloom/contract/models/model-id'
import { describe, expect, it } from 'vitest'
import { smolId } from '../../testing/model-samples.ts'
import { type PromptMessage, requestLines } from './request-code.ts'

const question = { role: 'user', content: 'It\'s for "what"?\n"a": 1' } as const
const said: PromptMessage[] = [
  { role: 'user', content: 'What is a loom?' },
  { role: 'assistant', content: 'A loom weaves **cloth**.' },
  question,
]

describe('requestLines', () => {
  it('send the same model the last prompt with all messages before it', () => {
    const { curl, typescript, python, cli } = linesOf({ said })
    for (const code of [curl, typescript, python]) {
      expect(code).toContain(smolId)
      expect(code).toContain('A loom weaves **cloth**.')
      expect(code.replaceAll("'\\''", "'")).toContain(JSON.stringify(question.content))
      expect(code).toContain('https://grid.test/v1')
    }
    expect(cli).toBe(`gridloom chat ${smolId} 'It'\\''s for "what"?\n"a": 1'`)
  })

  it('include only parameters that are set', () => {
    const parameters = { system: 'Be short.', temperature: 0.5, max_tokens: 50 }
    const { curl, python, cli } = linesOf({ parameters })
    expect(curl).toContain('"temperature": 0.5')
    expect(curl).not.toContain('top_p')
    expect(python).toContain('    max_tokens=50,')
    expect(python).toContain('"role": "system"')
    expect(cli).toContain("--system 'Be short.' --temperature 0.5 --max-tokens 50")
    expect(linesOf().cli).not.toContain('--')
  })

  it('contain the key only as an environment variable', () => {
    const { curl, typescript, python } = linesOf()
    expect(curl).toContain('$GRIDLOOM_TOKEN')
    expect(typescript).toContain('process.env.GRIDLOOM_TOKEN')
    expect(python).toContain('os.environ["GRIDLOOM_TOKEN"]')
  })

  it('use an example prompt when there is none', () => {
    const { curl, cli } = linesOf()
    expect(curl).toContain('Why is the sky blue?')
    expect(cli).toBe(`gridloom chat ${smolId} 'Why is the sky blue?'`)
  })

  it('are a valid Node.js module', () => {
    const input = linesOf({ said, parameters: { seed: 7 } }).typescript
    const check = ['--input-type=module', '--check', '-']
    expect(() => execFileSync(process.execPath, check, { input, stdio: 'pipe' })).not.toThrow()
  })
})

function linesOf({
  said = [],
  parameters = {},
}: {
  said?: PromptMessage[]
  parameters?: object
} = {}) {
  return requestLines({
    modelId: ModelId.parse(smolId),
    parameters: ChatParameters.parse(parameters),
    said,
    origin: 'https://grid.test',
  })
}
