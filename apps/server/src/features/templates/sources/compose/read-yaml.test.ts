import { expect, it } from 'vitest'
import { readYaml } from './read-yaml.ts'

it('keeps the texts of scalars, and tells empty ones apart', () => {
  expect(
    readYaml('{a: 1.10, b: "", c: , d: ~, e: null, f: "null", g: true, __proto__: x}'),
  ).toEqual({
    value: new Map<string, string | null>([
      ['a', '1.10'],
      ['b', ''],
      ['c', null],
      ['d', null],
      ['e', null],
      ['f', 'null'],
      ['g', 'true'],
      ['__proto__', 'x'],
    ]),
  })
})

it('resolves aliases and merge keys', () => {
  expect(readYaml('a: &a {b: 1, c: 2}\nd: {<<: *a, c: 3}\ne: [*a]')).toEqual({
    value: new Map<string, unknown>([
      ['a', new Map(Object.entries({ b: '1', c: '2' }))],
      ['d', new Map(Object.entries({ b: '1', c: '3' }))],
      ['e', [new Map(Object.entries({ b: '1', c: '2' }))]],
    ]),
  })
})

it.each([
  ['a: [b', /^Line 1: /],
  ['a: 1\nb: }', /^Line 2: /],
  ['a: 1\na: 2', /^has a key twice: a$/],
  ['a: 1\n---\nb: 2', /multiple documents/],
  ['a: *b', /^Unresolved alias/],
  ['a: !!binary aaaa', /^has a value with a tag/],
  ['<<: a', /^Merge sources must be maps/],
  [`a: ${'['.repeat(80)}${']'.repeat(80)}`, /^is nested too deeply$/],
  ['a: &a 1\nb:'.concat('\n  - *a'.repeat(101)), /^A file may have at most 100 YAML aliases$/],
])('names what is wrong with a YAML file: %j', (text, reason) => {
  expect(readYaml(text)).toEqual({ reason: expect.stringMatching(reason) })
})
