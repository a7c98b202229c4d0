/** A token of code in one colour. */
export interface CodeToken {
  readonly start: number
  readonly text: string
  readonly color: string | undefined
}

/** A line with its line break. */
export interface CodeLine {
  readonly start: number
  readonly tokens: readonly CodeToken[]
  readonly end: string
}

/** The highlighted languages, by the names used after a fence. */
const names = {
  bash: 'shellscript',
  c: 'c',
  cpp: 'c',
  'c++': 'c',
  css: 'css',
  go: 'go',
  html: 'html',
  javascript: 'tsx',
  js: 'tsx',
  json: 'json',
  jsx: 'tsx',
  py: 'python',
  python: 'python',
  rs: 'rust',
  rust: 'rust',
  sh: 'shellscript',
  shell: 'shellscript',
  sql: 'sql',
  ts: 'tsx',
  tsx: 'tsx',
  typescript: 'tsx',
  yaml: 'yaml',
  yml: 'yaml',
  zsh: 'shellscript',
} as const

export type Grammar = (typeof names)[keyof typeof names]

const known = new Map<string, Grammar>(Object.entries(names))

/** Returns the grammar of a language by its name after a fence; `undefined` if it is not highlighted. */
export function grammarOf(name: string): Grammar | undefined {
  return known.get(name.toLowerCase())
}
