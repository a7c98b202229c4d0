import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Checks the documents of this repository: every path in backticks exists, so do the file and heading of every link,
 * and every decision has a date and a status below its title.
 */

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

const problems = documents.flatMap((document) => {
  const text = readFileSync(document, 'utf8')
  return [
    ...missingPaths(text).map((name) => `${document} names ${name}, which does not exist`),
    ...brokenLinks(document, text).map(
      (link) => `${document} links to ${link}, which does not exist`,
    ),
    ...decisionProblems(document, text).map((problem) => `${document}: ${problem}`),
  ]
})
process.stderr.write(problems.map((line) => `${line}\n`).join(''))
process.exitCode = problems.length === 0 ? 0 : 1

function missingPaths(text: string): string[] {
  return [...text.matchAll(/`((?:apps|packages|script|docs|deploy|e2e|engines)\/[\w./-]+)`/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => !existsSync(name))
}

/** Relative links to a missing file, or to a `#heading` that the file does not have. */
function brokenLinks(document: string, text: string): string[] {
  const links = [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
  return links.filter((link) => {
    // Other sites, and pages of our own.
    if (/^(?:[a-z]+:|\/)/.test(link)) return false
    const [file = '', heading] = link.split('#')
    const target = file === '' ? document : path.join(path.dirname(document), file)
    if (!existsSync(target)) return true
    return heading !== undefined && !headingsOf(readFileSync(target, 'utf8')).includes(heading)
  })
}

/** The headings of a document, as links name them. */
function headingsOf(text: string): string[] {
  return [...proseOf(text).matchAll(/^#+ (.*)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** A document without its code, where brackets are not links. */
function proseOf(text: string): string {
  return text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
}

/**
 * Expects `# 72. Title`, an empty line, `*2026-11-21, accepted*`. The number is that of the file; a superseded decision
 * names the newer one.
 */
function decisionProblems(document: string, text: string): string[] {
  const number = /^docs\/decisions\/(\d{4})-/.exec(document)?.[1]
  if (number === undefined) return []
  const [title = '', , status = ''] = text.split('\n')
  return [
    ...(title.startsWith(`# ${Number(number)}. `)
      ? []
      : [`the title does not begin with '# ${Number(number)}. '`]),
    ...(/^\*\d{4}-\d\d-\d\d, (accepted|superseded by \[\d{4}\]\([\w-]+\.md\))\*$/.test(status)
      ? []
      : ["the third line is no date and status, such as '*2026-11-21, accepted*'"]),
  ]
}
