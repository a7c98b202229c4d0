import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanJson } from './scan-json.ts'

const bounds = { depthMax: 3, valuesMax: 5 }

describe('scanJson', () => {
  it.each([
    ['[[[]]]', 'fine'],
    ['[[[[', 'too_deep'],
    ['{"a":{"b":{"c":{}}}}', 'too_deep'],
    ['[1,2,3,4,5]', 'fine'],
    ['[1,2,3,4,5,6]', 'too_many'],
    ['[[],[],[]]', 'too_many'],
    ['"[[[[[[,,,,,,,,"', 'fine'],
    ['"\\"[[[[[["', 'fine'],
    ['{"a":"\\u0000"}', 'has_nul'],
    ['{"\\u0000":1}', 'has_nul'],
    ['{"a":"\\\\u0000"}', 'fine'],
    ['{"a":"\\\\\\u0000"}', 'has_nul'],
    ['', 'fine'],
    ['"never ends', 'fine'],
    ['"ends with \\', 'fine'],
  ])('%s: %s', (text, found) => {
    expect(scanJson(Buffer.from(text), bounds)).toBe(found)
  })

  it('keeps NUL if told to, and continues after it', () => {
    const scan = (text: string) => scanJson(Buffer.from(text), { ...bounds, nul: 'kept' })
    expect(scan('{"a":"\\u0000"}')).toBe('fine')
    expect(scan('["\\u0000",[[[[')).toBe('too_deep')
  })

  it('accepts the output of JSON.stringify at its exact depth, and rejects it one below', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const bytes = Buffer.from(JSON.stringify(value).replaceAll('\\u0000', ''))
        const roomy = { depthMax: depthOf(value), valuesMax: bytes.length }
        expect(scanJson(bytes, roomy)).toBe('fine')
        if (roomy.depthMax === 0) return
        expect(scanJson(bytes, { ...roomy, depthMax: roomy.depthMax - 1 })).toBe('too_deep')
      }),
    )
  })
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
