import { limits } from '@gridloom/contract/core/constants'
import { ParsedContent, TemplateSourceKind } from '@gridloom/contract/templates/template-source'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTemplateSource } from './parse-template-source.ts'

const kinds = TemplateSourceKind.options

describe('parseTemplateSource', () => {
  it.each([
    ['dockerfile', 'FROM nginx'],
    ['docker_run', 'docker run nginx'],
    ['compose', 'services: {web: {image: nginx}}'],
  ] as const)('reads a source of the kind %s', (kind, text) => {
    expect(parseTemplateSource({ kind, text })).toMatchObject({
      content: { image_path_with_tag: 'nginx' },
      refused: [],
    })
  })

  it('reads the service that is named', () => {
    const text = 'services: {a: {image: one}, b: {image: two}}'
    const { content } = parseTemplateSource({ kind: 'compose', text, service: 'b' })
    expect(content.image_path_with_tag).toBe('two')
  })

  it('refuses fields that the contract does not accept, and keeps the others', () => {
    expect(parseTemplateSource({ kind: 'docker_run', text: 'docker run -p 80 NGINX' })).toEqual({
      content: { ports: [80], launch_mode: 'entrypoint' },
      refused: [
        { part: 'NGINX', reason: 'must be an image such as debian:12 or ghcr.io/owner/name:tag' },
      ],
    })
    const many = `docker run nginx ${'a '.repeat(limits.entryPointArguments + 1)}`
    expect(parseTemplateSource({ kind: 'docker_run', text: many })).toMatchObject({
      content: { image_path_with_tag: 'nginx' },
      refused: [{ part: 'docker_entry_point_tags' }],
    })
  })

  it('refuses any text with a NUL character', () => {
    for (const kind of kinds)
      expect(parseTemplateSource({ kind, text: 'FROM a\0' })).toEqual({
        content: {},
        refused: [{ part: 'text', reason: 'contains a NUL character' }],
      })
  })

  it.each([
    ['dockerfile', 'FROM a\nCMD ["b", "\\u0000"]'],
    ['compose', 'services: {web: {image: a, command: [b, "\\0"]}}'],
  ] as const)('refuses a field with an escaped NUL character: %s', (kind, text) => {
    expect(parseTemplateSource({ kind, text })).toEqual({
      content: { image_path_with_tag: 'a', launch_mode: 'entrypoint' },
      refused: [{ part: 'docker_entry_point_tags', reason: 'contains a NUL character' }],
    })
  })

  it.each(kinds)('returns valid fields and short, plain refused parts for any text: %s', (kind) => {
    const word = fc.oneof(
      fc.constantFrom(
        'FROM a\n',
        'ENV ',
        'CMD ["a"]\n',
        'RUN <<A\n',
        'ARG A=b\n',
        '\\\n',
        '${A:-',
        '}',
      ),
      fc.constantFrom(
        'docker run ',
        '-e A=b ',
        '-v a:/b ',
        "'",
        '"',
        '$A ',
        '`',
        ' && ',
        'HEALTHCHECK CMD ',
      ),
      fc.constantFrom(
        'services:\n',
        '  web:\n',
        '    image: a\n',
        '&a ',
        '*a',
        '<<: ',
        '[',
        ']',
        '{',
        '}',
        '- ',
      ),
      fc.constantFrom(
        '__proto__',
        'constructor: ',
        '\u001b[31m',
        '\u202e',
        '\ud800',
        '\r\n',
        '\t',
        '# escape=`\n',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
        expectValid({ kind, text: words.join('') })
      }),
      { numRuns: 300 },
    )
  })

  describe('bounds the time that hostile texts of 256 KiB take', () => {
    const patterns = [
      ...[
        '"',
        "'",
        '\\',
        '$',
        '[',
        '{',
        '- ',
        '? ',
        ': ',
        '}\n',
        '[a: ',
        '&a ',
        '*a ',
        '!a ',
        '#\n',
        '\n',
        ' ',
      ],
      ...[
        'a: b\n',
        'a\n',
        '---\n',
        '-e A=b ',
        '--x ',
        'FROM a\n',
        'RUN <<a\n',
        '<<a ',
        'ENV A=$A\n',
        '${A:-',
      ],
      ...['\\\n', 'A=$A ', '"a" ', '\u0001', '| ', '%a\n', ',', 'EXPOSE 1-64\n', '\r\n', 'a:\n '],
    ]

    it.each(kinds)('as %s', (kind) => {
      for (const pattern of patterns) {
        const start = { dockerfile: 'FROM a\nENV A=', docker_run: 'docker run ', compose: '' }[kind]
        const text = `${start}${pattern.repeat(limits.templateSourceChars)}`
        expectValid({ kind, text: text.slice(0, limits.templateSourceChars) })
      }
    })

    it('such as many keys, and aliases of aliases', () => {
      const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join('\n')
      const aliases = (levels: number, one: (at: number) => string) =>
        Array.from({ length: levels }, (_, at) => `a${at + 1}: &a${at + 1} ${one(at)}`).join('\n')
      const ten = aliases(9, (at) => `[${Array(10).fill(`*a${at}`).join(', ')}]`)
      const merged = aliases(40, (at) => `{<<: [*a${at}, *a${at}], k${at}: 1}`)
      const end = 'services: {web: {image: a, command: *a9}}'
      for (const text of [
        keys,
        `a0: &a0 lol\n${ten}\n${end}`,
        `a0: &a0 {x: y}\n${merged}\n${end}`,
      ]) {
        const { content, refused } = parseTemplateSource({ kind: 'compose', text })
        expect(content).toEqual({})
        expect(refused).toHaveLength(1)
      }
    })

    it('such as values that contain themselves', () => {
      const text = 'services: {web: &web {image: a, labels: *web, more: *web}}'
      const { refused } = parseTemplateSource({ kind: 'compose', text })
      expect(refused).toEqual([
        { part: 'Compose file', reason: 'has aliases that repeat too many values' },
      ])
    })
  })
})

function expectValid(source: Parameters<typeof parseTemplateSource>[0]): void {
  const { content, refused } = parseTemplateSource(source)
  for (const field of ParsedContent.keyof().options)
    if (content[field] !== undefined)
      expect(ParsedContent.shape[field].parse(content[field])).toEqual(content[field])
  expect(refused.length).toBeLessThanOrEqual(110)
  for (const { part, reason } of refused) {
    expect(part.length).toBeLessThanOrEqual(240)
    expect(`${part}${reason}`).not.toMatch(/[\p{Cc}\u202e]/u)
  }
}
