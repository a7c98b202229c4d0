import { describe, expect, it } from 'vitest'
import { schemaBounds, schemaExcess, toolsBounds } from './schema-excess.ts'

describe('a JSON schema that an answer must match', () => {
  it('is accepted in usual forms', () => {
    const person = {
      type: 'object',
      properties: { name: { type: 'string' }, mood: { enum: ['glad', 'sad'] } },
      required: ['name', 'mood'],
    }
    expect(schemaExcess({ type: 'array', items: person })).toBeUndefined()
    expect(schemaExcess({})).toBeUndefined()
  })

  it('may have at most 500 enum values in all', () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `word ${at}`)
    expect(schemaExcess({ enum: words(500) })).toBeUndefined()
    expect(schemaExcess({ enum: words(501) })).toBe('has more than 500 enum values in all')
    const spread = { anyOf: [{ enum: words(300) }, { not: { enum: words(300) } }] }
    expect(schemaExcess(spread)).toBe('has more than 500 enum values in all')
  })

  it('may be nested at most 32 deep', () => {
    expect(schemaExcess(nested(schemaBounds.depth))).toBeUndefined()
    expect(schemaExcess(nested(schemaBounds.depth + 1))).toBe('is nested more than 32 deep')
  })

  it('has a maximum number of values and characters', () => {
    const wide = Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`p${at}`, {}]))
    expect(schemaExcess({ properties: wide })).toBe('has more than 5000 values')
    expect(schemaExcess({ anyOf: Array(6_000).fill(true) })).toBe('has more than 5000 values')
    const long = 'x'.repeat(70_000)
    expect(schemaExcess({ pattern: long })).toBe('has more than 65536 characters')
    expect(schemaExcess({ properties: { [long]: {} } })).toBe('has more than 65536 characters')
  })

  it('may be one of several in tools, which have a common limit', () => {
    const tool = { type: 'function', function: { name: 'x', parameters: nested(20) } }
    expect(schemaExcess(Array(100).fill(tool), toolsBounds)).toBeUndefined()
    const many = Array(1_000).fill(tool)
    expect(schemaExcess(many, toolsBounds)).toBe('has more than 20000 values')
  })
})

/** A schema nested this deep. */
function nested(depth: number): object {
  return depth === 1 ? {} : { not: nested(depth - 1) }
}
