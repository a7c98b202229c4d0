import { ChatParameters } from '@gridloom/contract/chats'
import { expect, it } from 'vitest'
import { aLoadedChat, anAnswer, aPrompt } from '../../../lib/testing/chat-samples.ts'
import { aModel } from '../../../lib/testing/model-samples.ts'
import { sampleId } from '../../../lib/testing/samples.ts'
import { shownRows } from '../thread/shown-rows.ts'
import { requestLines } from './request-code.ts'

it('asks in every language what was asked last, after all that went before it', () => {
  const { curl, typescript, python, cli } = setup()
  for (const code of [curl, typescript, python]) {
    expect(code).toContain('A loom weaves **cloth**.')
    expect(code).toContain('It\'s for \\"what\\"?'.replace("'", code === curl ? "'\\''" : "'"))
    expect(code).toContain('https://grid.test/v1')
    expect(code).not.toContain('the last answer')
  }
  expect(cli).toContain(`gridloom chat ${aModel().id} 'It'\\''s for "what"?'`)
})

it('names only what somebody chose', () => {
  const parameters = { system: 'Be short.', temperature: 0.5, max_tokens: 50 }
  const { curl, python, cli } = setup(parameters)
  expect(curl).toContain('"temperature": 0.5')
  expect(curl).not.toContain('top_p')
  expect(python).toContain('    max_tokens=50,')
  expect(python).toContain('"role": "system"')
  expect(cli).toContain("--system 'Be short.' --temperature 0.5 --max-tokens 50")
  expect(setup().cli).not.toContain('--')
})

it('tells a key by its name alone', () => {
  const { typescript, python } = setup()
  expect(typescript).toContain('process.env.GRIDLOOM_TOKEN')
  expect(python).toContain('os.environ["GRIDLOOM_TOKEN"]')
})

it('has something to ask before anything was asked', () => {
  const lines = requestLines({
    modelId: aModel().id,
    parameters: ChatParameters.parse({}),
    rows: [],
    origin: 'https://grid.test',
  })
  expect(lines.curl).toContain('Why is the sky blue?')
})

function setup(parameters: object = {}) {
  const question = aPrompt({
    id: sampleId('msg', 3),
    parent_id: anAnswer().id,
    text: 'It\'s for "what"?',
  })
  const last = anAnswer({ id: sampleId('msg', 4), parent_id: question.id, text: 'the last answer' })
  return requestLines({
    modelId: aModel().id,
    parameters: ChatParameters.parse(parameters),
    rows: shownRows(aLoadedChat({ messages: [aPrompt(), anAnswer(), question, last] })),
    origin: 'https://grid.test',
  })
}
