import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

const linesMax = 12

/**
 * Writes the errors that the JSON report of Vitest leaves out, those of hooks and those outside any test, to the file
 * of `HOOK_ERRORS_FILE`. `script/test` prints it.
 */
export default class HookErrorsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const module of modules) {
      const name = path.relative('.', module.moduleId)
      for (const error of module.errors()) write(name, error)
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) write(`${name} > ${suite.fullName}`, error)
    }
    for (const error of unhandled) write('outside of tests', error)
  }
}

function write(where: string, { message, stack }: SerializedError): void {
  const file = process.env.HOOK_ERRORS_FILE
  if (file === undefined) throw new Error('HOOK_ERRORS_FILE is not set')
  const lines = stripVTControlCharacters(stack ?? message)
    .trim()
    .split('\n')
    .slice(0, linesMax)
  appendFileSync(file, `failed: ${where}\n${lines.map((line) => `    ${line}\n`).join('')}`)
}
