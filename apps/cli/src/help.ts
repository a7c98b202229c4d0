/** The examples at the end of a command's help, one per line. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ gridloom ${line}`).join('\n')}`
}
