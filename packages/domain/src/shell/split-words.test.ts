import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteShell } from './quote-shell.ts'
import { splitShellWords } from './split-words.ts'

describe('splitShellWords', () => {
  it.each([
    ['', []],
    ['  serve   --port 80\n', ['serve', '--port', '80']],
    [`sh -c 'echo "hi"; exit 0'`, ['sh', '-c', 'echo "hi"; exit 0']],
    ['"a \\"b\\" $c" d\\ e', ['a "b" $c', 'd e']],
    [`pre'fix 'ed`, ['prefix ed']],
    [`""`, ['']],
    [`a '' b`, ['a', '', 'b']],
    ['a \\\n  b', ['a', 'b']],
    ['a\\\r\n  b\r\nc', ['a', 'b', 'c']],
    ['a\\\nb', ['ab']],
    ['"a\\\nb\\n"', ['ab\\n']],
    ['"\\x\\$\\`\\\\"', ['\\x$`\\']],
    ["'a\nb'", ['a\nb']],
  ])('splits %j as a shell does', (line, words) => {
    expect(texts(line)).toEqual(words)
  })

  it.each([
    ["a c'b ", 'cb '],
    ['a "b', 'b'],
    ['a "b\\"', 'b"'],
  ])('keeps the last word of %j apart, as its quote has no end', (line, last) => {
    expect(splitShellWords(line)).toMatchObject({
      words: [{ text: 'a' }],
      unterminated: { text: last },
    })
  })

  it('takes a backslash at the end for a continued line', () => {
    expect(splitShellWords('a \\')).toMatchObject({ words: [{ text: 'a' }], unterminated: null })
    expect(splitShellWords('a\\')).toMatchObject({ words: [{ text: 'a' }], unterminated: null })
  })

  it.each([
    ['A=$HOME', '$HOME'],
    [`"A=\${HOME}"`, '${'],
    ['"$(pwd):/data"', '$('],
    ['`pwd`', '`'],
    ['"`pwd`"', '`'],
    ['a&&b', '&'],
    ['a>b', '>'],
    ['$1', '$1'],
    ["$'a'", '$'],
    ['#a', '#'],
  ])('reports what a shell would do with %s', (line, syntax) => {
    expect(splitShellWords(line).words[0]?.syntax).toBe(syntax)
  })

  it.each(["'$HOME `id` && #'", '\\$HOME', '"\\$HOME"', 'a#b', '5$', '"5$ & more"', '"a#"', "''#"])(
    'reports nothing in %s, which a shell leaves as it is',
    (line) => {
      expect(splitShellWords(line).words[0]?.syntax).toBeNull()
    },
  )

  it('counts line breaks between words, and none within them', () => {
    const { words } = splitShellWords("\na \\\nb 'c\nd'\ne")
    expect(words.map(({ text, line }) => [text, line])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c\nd', 1],
      ['e', 2],
    ])
  })

  it('reads quoted words back, as a shell does', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom(...'ab \'"\\\n$`&#é') }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(words, (given) => {
        const line = given.map(quoteShell).join(' ')
        const split = splitShellWords(line)
        expect(split.words.map(({ text }) => text)).toEqual(given)
        expect(split.words.every(({ syntax }) => syntax === null)).toBe(true)
      }),
    )
  })

  it('splits words without expansions as sh does', () => {
    const piece = fc.constantFrom(
      'a',
      'b c',
      "'x y'",
      '"p \\" q"',
      '"\\n"',
      '\\z',
      ' ',
      '\\\n',
      "''",
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const line = `w ${pieces.join('')}`
        const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`]).toString()
        expect(texts(line)).toEqual(printed.split('\0').slice(0, -1))
      }),
      { numRuns: 25 },
    )
  })

  it.each(['"', "'", '\\', '$', '"$', '`', '\0'])('reads 256 KiB of %j at once', (char) => {
    const { words, unterminated } = splitShellWords(char.repeat((256 * 1024) / char.length - 1))
    expect(words.length + (unterminated === null ? 0 : 1)).toBe(1)
  })
})

function texts(line: string): string[] {
  return splitShellWords(line).words.map(({ text }) => text)
}
