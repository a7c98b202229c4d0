import { harmless, harmlessButColours, harmlessJson, harmlessLine } from './harmless.ts'
import { type Cell, type Column, formatTable } from './table.ts'
import { painter, type Tone } from './tone.ts'

/** A text output. Writing resolves when more may be written. */
export interface Sink {
  write(text: string | Uint8Array): Promise<void>
  /** Characters per line; undefined if it is not a terminal. */
  columns: number | undefined
}

/** All output of the program. Results go to stdout, everything else to stderr. */
export interface Output {
  readonly format: 'human' | 'json'
  /** Prints a whole result: JSON as in the contract, or the text that `render` makes of it. */
  result(value: unknown, render: (draw: Draw) => string): Promise<void>
  /** Prints one item of a stream: a line of JSON, or the text. */
  item(value: unknown, render: (draw: Draw) => string): Promise<void>
  /**
   * Prints text of a container or a model: to a terminal without control characters, to a file or program unchanged.
   */
  foreign(stream: 'stdout' | 'stderr', text: string): Promise<void>
  /**
   * Writes bytes of a program that the user runs in an instance (a shell, a command) or requested as a file: unchanged.
   */
  bytes(stream: 'stdout' | 'stderr', bytes: Uint8Array): Promise<void>
  /** Prints information for users; scripts never see it. */
  note(text: string): void
  /** Prints the current step of something that takes time; on a terminal each replaces the one before. */
  progress(text: string): void
  /** Prints why the command failed. */
  error(problem: Problem): void
}

export interface Problem {
  code: string
  text: string
  fields?: Readonly<Record<string, string>>
  details?: Readonly<Record<string, unknown>>
  /** The remedy, for the user. */
  hint?: string | undefined
}

/** Fits rendered text to its terminal. */
export interface Draw {
  table(columns: readonly Column[], rows: readonly (readonly (Cell | string)[])[]): string
  /** Name and value pairs, one per line. */
  facts(facts: readonly (readonly [string, string])[]): string
  paint(text: string, tone: Tone): string
}

interface OutputParts {
  stdout: Sink
  stderr: Sink
  format: 'human' | 'json'
  colour: 'auto' | 'never'
}

/** Creates the output of one run. Colours only on a terminal. */
export function createOutput({ stdout, stderr, format, colour }: OutputParts): Output {
  const draw = drawFor(stdout, colour)
  const aside = drawFor(stderr, colour)
  let progressShown = ''

  function endProgress(): void {
    if (progressShown && stderr.columns) void stderr.write('\r\u001b[K')
    progressShown = ''
  }
  async function put(value: unknown, indent: number, render: (draw: Draw) => string) {
    endProgress()
    const text =
      format === 'json'
        ? harmlessJson(JSON.stringify(value, null, indent))
        : harmlessButColours(render(draw))
    if (text !== '') await stdout.write(`${text}\n`)
  }

  return {
    format,
    result: (value, render) => put(value, 2, render),
    item: (value, render) => put(value, 0, render),
    async foreign(stream, text) {
      endProgress()
      const sink = stream === 'stdout' ? stdout : stderr
      await sink.write(sink.columns === undefined ? text : harmless(text))
    },
    async bytes(stream, bytes) {
      endProgress()
      await (stream === 'stdout' ? stdout : stderr).write(bytes)
    },
    note(text) {
      endProgress()
      if (format === 'human') void stderr.write(`${harmlessButColours(text)}\n`)
    },
    progress(said) {
      const text = harmlessLine(said)
      if (format === 'json' || text === progressShown) return
      const fitted = stderr.columns ? text.slice(0, stderr.columns - 1) : text
      void stderr.write(stderr.columns ? `\r\u001b[K${fitted}` : `${text}\n`)
      progressShown = text
    },
    error(problem) {
      endProgress()
      const text =
        format === 'json'
          ? harmlessJson(JSON.stringify(problemJson(problem)))
          : harmlessButColours(explain(problem, aside))
      void stderr.write(`${text}\n`)
    },
  }
}

function drawFor(sink: Sink, colour: 'auto' | 'never'): Draw {
  const paint = painter(sink.columns !== undefined && colour === 'auto' ? 'colour' : 'none')
  const width = sink.columns ?? Number.POSITIVE_INFINITY
  return {
    paint,
    table: (columns, rows) => formatTable(columns, rows, { width, paint }),
    facts(facts) {
      const longest = Math.max(...facts.map(([name]) => name.length))
      return facts
        .map(
          ([name, value]) =>
            `${paint(name.padEnd(longest), 'dim')}  ${value.replaceAll('\n', ' ')}`,
        )
        .join('\n')
    },
  }
}

function problemJson({ text, hint, ...rest }: Problem) {
  return { status: 'error', error: text, ...rest, ...(hint ? { hint } : {}) }
}

function explain(problem: Problem, draw: Draw): string {
  const fields = Object.entries(problem.fields ?? {}).map(([name, text]) => `  ${name}: ${text}`)
  const first = `${draw.paint('error:', 'bad')} ${problem.text} ${draw.paint(`(${problem.code})`, 'dim')}`
  return [first, ...fields, ...(problem.hint ? [problem.hint] : [])].join('\n')
}
