import type { TemplateContent } from '@gridloom/contract/templates/template'
import type { ParsedTemplate } from '@gridloom/contract/templates/template-source'
import { type ShellWord, splitShellWords } from '@gridloom/domain/shell/split-words'
import { collectOptions } from '@gridloom/domain/templates/collect-options'
import {
  type OptionValue,
  readOptionWords,
  syntaxReason,
} from '@gridloom/domain/templates/read-option-words'
import { createRefusedParts, type RefusedParts } from '@gridloom/domain/templates/refused-parts'
import { readinessOf, shellCheck } from '../container/health-check.ts'
import { launchContent } from '../container/launch.ts'
import { optionsContent } from '../container/options-content.ts'

const engines = ['docker', 'podman', 'nerdctl', 'nvidia-docker']
/** Where a shell ends a command, or takes words from it. */
const commandEnd = /^[;&|<>()]/

/** Reads a `docker run` command line, also with `sudo` or Podman: options, an image, and its arguments. Never throws. */
export function parseDockerRun(text: string): ParsedTemplate {
  const refused = createRefusedParts()
  const words = commandWords(text, refused)
  if (words === null) return { content: {}, refused: refused.list() }
  const read = readOptionWords(words, { others: 'end', refused })
  const values = read.options.filter(({ name }) => !isLaunch(name))
  const options = collectOptions(values, refused)
  const content = {
    ...imageContent(read.rest[0], refused),
    ...optionsContent(options),
    ...startContent({ options: read.options, args: read.rest.slice(1) }, refused),
  }
  return { content, refused: refused.list() }
}

/** The words after `docker run` of the first command; `null`: there is none. */
function commandWords(text: string, refused: RefusedParts): readonly ShellWord[] | null {
  const { words, unterminated } = splitShellWords(text.replace(/^(?:[ \t]*(?:#.*)?\r?\n)+/, ''))
  if (unterminated !== null) refused.add(unterminated.text, 'has a quote without an end')
  const [first] = words
  const ends = words.findIndex(
    ({ line, syntax }) => line !== first?.line || commandEnd.test(syntax ?? '') || syntax === '#',
  )
  const command = ends < 0 ? words : words.slice(0, ends)
  const other = words[ends]
  if (other !== undefined && other.syntax !== '#')
    refused.add(textOf(words.slice(ends, ends + 100)), 'Only the first command is read')
  const start = command.findIndex(({ text: word }) => word !== '$' && word !== 'sudo')
  const [engine, run, ...rest] = start < 0 ? [] : command.slice(start)
  const isContainerRun = run?.text === 'container' && rest[0]?.text === 'run'
  if (engines.includes(engine?.text ?? '') && run?.text === 'run') return rest
  if (engines.includes(engine?.text ?? '') && isContainerRun) return rest.slice(1)
  refused.add(textOf(command.slice(0, 3)), 'must be a docker run command')
  return null
}

function textOf(words: readonly ShellWord[]): string {
  return words.map(({ text }) => text).join(' ')
}

function isLaunch(name: string): boolean {
  return name === 'entrypoint' || name.startsWith('health-')
}

function imageContent(
  image: ShellWord | undefined,
  refused: RefusedParts,
): Partial<TemplateContent> {
  if (image === undefined) refused.add('docker run', 'names no image')
  else if (image.syntax === null) return { image_path_with_tag: image.text }
  else refused.add(image.text, syntaxReason(image.syntax))
  return {}
}

interface Start {
  readonly options: readonly OptionValue[]
  readonly args: readonly ShellWord[]
}

function startContent({ options, args }: Start, refused: RefusedParts): Partial<TemplateContent> {
  const value = (wanted: OptionValue['name']) =>
    options.findLast(({ name }) => name === wanted)?.value
  const entryPoint = value('entrypoint')
  const launched = launchContent({
    entryPoint: entryPoint === undefined || entryPoint === '' ? null : [entryPoint],
    args: plainArguments(args, refused),
  })
  refused.addAll(launched.refused)
  const command = value('health-cmd')
  if (command === undefined) return launched.content
  const readiness = readinessOf({
    command: shellCheck(command),
    interval: value('health-interval'),
    retries: value('health-retries'),
    startPeriod: value('health-start-period'),
  })
  if ('value' in readiness) return { ...launched.content, readiness: readiness.value }
  refused.add(`--health-cmd ${command}`, readiness.reason)
  return launched.content
}

/** All or none: an argument that is left out changes the meaning of the others. */
function plainArguments(args: readonly ShellWord[], refused: RefusedParts): string[] {
  const special = args.find(({ syntax }) => syntax !== null)
  if (special === undefined) return args.map(({ text }) => text)
  refused.add(textOf(args), syntaxReason(special.syntax ?? ''))
  return []
}
