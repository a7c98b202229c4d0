import { describe, expect, it } from 'vitest'
import { readBlenderAnswer } from './answers.ts'

describe("the worker's answers", () => {
  it('are read only after the marker', () => {
    const line = '{"event":"done","seconds":1.5,"bytes":700}'
    expect(readBlenderAnswer(`@m ${line}`, '@m')).toEqual({
      event: 'done',
      seconds: 1.5,
      bytes: 700,
    })
    expect(readBlenderAnswer(line, '@m')).toBeUndefined()
    expect(readBlenderAnswer(`@other ${line}`, '@m')).toBeUndefined()
    expect(readBlenderAnswer(`Fra:1 @m ${line}`, '@m')).toBeUndefined()
  })

  it.each([
    ['opened', { event: 'opened' }],
    ['failed', { event: 'failed', code: 'no_camera', text: 'none' }],
    ['failed without a code', { event: 'failed', code: null, text: 'odd' }],
  ])('include %s', (_, answer) => {
    expect(readBlenderAnswer(`@m ${JSON.stringify(answer)}`, '@m')).toEqual(answer)
  })

  it.each([
    '{"event":"do',
    '{"event":"paid"}',
    '{"event":"done","seconds":-1,"bytes":1}',
    '{"event":"done","seconds":1,"bytes":0.5}',
    '',
  ])('are ignored if they are malformed: %s', (text) => {
    expect(readBlenderAnswer(`@m ${text}`, '@m')).toBeUndefined()
  })
})
