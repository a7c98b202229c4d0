import type { Bench, Figure, Findings } from './bench.ts'

interface Report {
  machine: string
  date: string
  results: readonly { bench: Bench; findings: Findings }[]
}

/** Whether a promised limit was exceeded. */
export function isMissed({ value, atMost, atLeast }: Figure): boolean {
  return (atMost !== undefined && value > atMost) || (atLeast !== undefined && value < atLeast)
}

/** The figures as a table, one line each. */
export function tableOf(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ what }) => what.length))
  return figures
    .map((figure) => {
      const promise = promiseOf(figure)
      const mark = promise === '' ? ' ' : isMissed(figure) ? '✗' : '✓'
      return `  ${mark} ${figure.what.padEnd(width)}  ${shown(figure, figure.value).padStart(10)}  ${promise}`
    })
    .join('\n')
}

/** The whole run as a page of the documentation. */
export function reportText({ machine, date, results }: Report): string {
  const sections = results.map(({ bench, findings }) =>
    [
      `## ${bench.name}`,
      '',
      `${bench.about}.`,
      '',
      '| figure | measured | promised | |',
      '|---|---:|---:|---|',
      ...findings.figures.map(rowOf),
      ...(findings.notes ?? []).flatMap((note) => ['', `${note}.`]),
    ].join('\n'),
  )
  const head = [
    '# Benches',
    '',
    `Written by \`script/bench\` on ${date}. The machine: ${machine}.`,
    'Ratios are of one run, so that they mean the same on another machine.',
  ].join('\n')
  return `${[head, ...sections].join('\n\n')}\n`
}

function rowOf(figure: Figure): string {
  const { what, value } = figure
  const promise = promiseOf(figure)
  const kept = promise === '' ? '' : isMissed(figure) ? 'missed' : 'kept'
  return `| ${what} | ${shown(figure, value)} | ${promise} | ${kept} |`
}

function promiseOf(figure: Figure): string {
  const { atMost, atLeast } = figure
  if (atMost !== undefined) return `≤ ${shown(figure, atMost)}`
  return atLeast === undefined ? '' : `≥ ${shown(figure, atLeast)}`
}

function shown({ unit }: Figure, value: number): string {
  const isWhole = unit === 'points' || value >= 10
  const digits = unit === '×' ? 2 : isWhole ? 0 : 1
  return `${value.toFixed(digits)} ${unit}`
}
