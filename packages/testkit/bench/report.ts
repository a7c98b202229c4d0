import type { Bench, Figure, Findings } from './bench.ts'

interface Report {
  machine: string
  date: string
  results: readonly { bench: Bench; findings: Findings }[]
}

/** Whether a promise was not kept. */
export function isMissed({ value, atMost }: Figure): boolean {
  return atMost !== undefined && value > atMost
}

/** The figures as lines under each other. */
export function tableOf(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ what }) => what.length))
  return figures
    .map((figure) => {
      const promise = figure.atMost === undefined ? '' : `  at most ${shown(figure, figure.atMost)}`
      const mark = figure.atMost === undefined ? ' ' : isMissed(figure) ? '✗' : '✓'
      return `  ${mark} ${figure.what.padEnd(width)}  ${shown(figure, figure.value).padStart(10)}${promise}`
    })
    .join('\n')
}

/** The whole run as a page of the documents. */
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
  const { what, value, atMost } = figure
  const promise = atMost === undefined ? '' : `≤ ${shown(figure, atMost)}`
  const kept = atMost === undefined ? '' : isMissed(figure) ? 'missed' : 'kept'
  return `| ${what} | ${shown(figure, value)} | ${promise} | ${kept} |`
}

function shown({ unit }: Figure, value: number): string {
  const digits = unit === '×' ? 2 : value < 10 ? 1 : 0
  return `${value.toFixed(digits)} ${unit}`
}
