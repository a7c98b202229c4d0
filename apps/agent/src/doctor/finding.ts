/** The result of one check of the doctor. `missing` keeps the machine from hosting; `warn` does not. */
export interface Finding {
  name: string
  level: 'ok' | 'warn' | 'missing'
  text: string
  /** The exact command to run or step to take, where there is one. */
  remedy?: string
}

export function ok(name: string, text: string): Finding {
  return { name, level: 'ok', text }
}

export function warn(name: string, text: string, remedy: string): Finding {
  return { name, level: 'warn', text, remedy }
}

export function missing(name: string, text: string, remedy: string): Finding {
  return { name, level: 'missing', text, remedy }
}

/** Formats the report: one line per finding, its remedy indented below. */
export function findingsText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  const lines = findings.flatMap(({ name, level, text, remedy }) => [
    `${level.padEnd(7)}  ${name.padEnd(width)}  ${text}`,
    ...(remedy === undefined ? [] : remedy.split('\n').map((line) => `         → ${line}`)),
  ])
  return `${lines.join('\n')}\n${verdict(findings)}\n`
}

/** Returns 1 when something is missing, else 0. */
export function exitCodeFor(findings: readonly Finding[]): 0 | 1 {
  return findings.some(({ level }) => level === 'missing') ? 1 : 0
}

function verdict(findings: readonly Finding[]): string {
  if (exitCodeFor(findings) === 1)
    return 'This machine cannot host yet. Fix the problems marked "missing".'
  return findings.some(({ level }) => level === 'warn')
    ? 'This machine can host. See the warnings for optional improvements.'
    : 'This machine is ready to host.'
}
