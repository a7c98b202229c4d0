import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../../..')

/** One source file of the product. */
export interface SourceFile {
  /** Path from the root of the repository. */
  path: string
  text: string
}

/** The product's TypeScript source files, without tests and what only tests use. */
export function sourceFiles(pattern = '{apps,packages}/*/src/**/*.{ts,tsx}'): SourceFile[] {
  return globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.tsx?$|^packages\/testkit\/|^apps\/web\/src\/testing\//.test(file))
    .toSorted()
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }))
}

/** The places where the pattern matches, as `path:line`. */
export function placesOf(pattern: RegExp, { path: file, text }: SourceFile): string[] {
  return text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}`] : []))
}
