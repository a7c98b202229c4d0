import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../../..')

/** One file of the product's own code. */
export interface SourceFile {
  /** From the root of the repository. */
  path: string
  text: string
}

/** The product's code in TypeScript, without its tests and what only these use. */
export function sourceFiles(pattern = '{apps,packages}/*/src/**/*.{ts,tsx}'): SourceFile[] {
  return globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.tsx?$|^packages\/testkit\/|^apps\/web\/src\/testing\//.test(file))
    .toSorted()
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }))
}

/** Where the pattern matches, as `path:line`. */
export function placesOf(pattern: RegExp, { path: file, text }: SourceFile): string[] {
  return text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}`] : []))
}
