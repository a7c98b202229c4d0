import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Every path of this repository that a document names in backticks or links to must exist. */

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

const broken = documents.flatMap((document) =>
  pathsIn(readFileSync(document, 'utf8'))
    .filter((path) => !existsSync(path))
    .map((path) => `${document} names ${path}, which does not exist`),
)
process.stderr.write(broken.map((line) => `${line}\n`).join(''))
process.exitCode = broken.length === 0 ? 0 : 1

function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:apps|packages|script|docs|deploy)\/[\w./-]+)`/g)].map(
    (match) => match[1] ?? '',
  )
}
