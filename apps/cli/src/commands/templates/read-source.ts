import type { TemplateContent } from '@gridloom/contract/templates/template'
import type { RefusedPart, TemplateSourceKind } from '@gridloom/contract/templates/template-source'
import { type Command, Option } from 'commander'
import type { Ctx } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { readTextFile } from '../shared/read-text-file.ts'
import { parseTemplateJson } from './parse-template-json.ts'
import { sourceKind } from './source-kind.ts'

export interface SourceOptions {
  from?: string
  fromRun?: string
  service?: string
}

/** What a text says about a template. */
export interface ReadSource {
  /** Fields that it says nothing about are absent. */
  content: Partial<TemplateContent>
  slug?: string | undefined
  password?: string | undefined
}

/** Adds the options that read a template from a text. */
export function addSourceOptions(command: Command): Command {
  return command
    .optionsGroup('Source:')
    .addOption(
      new Option(
        '--from <file>',
        'Dockerfile, Compose file, or JSON of a template; - for standard input',
      ).conflicts('fromRun'),
    )
    .option('--from-run <command>', 'docker run command, in quotes')
    .option('--service <name>', 'service of the Compose file (default: its only one)')
}

/** What may be read from standard input. */
interface StdinOptions extends SourceOptions {
  readme?: string
  startScript?: string
  registryPasswordStdin?: boolean
}

/** Throws UsageError where two options would read the same bytes. */
export function requireOneStdin({ from, readme, startScript, ...rest }: StdinOptions): void {
  const files = [from, readme, startScript].filter((file) => file === '-')
  if (files.length + (rest.registryPasswordStdin ? 1 : 0) > 1)
    throw new UsageError('Only one option can read standard input.')
}

/** Reads the text that the options name, and prints which parts of it are left out. @throws UsageError */
export async function readSource(ctx: Ctx, options: SourceOptions): Promise<ReadSource> {
  const { from, fromRun, service } = options
  if (fromRun !== undefined) return parseSource(ctx, { kind: 'docker_run', text: fromRun })
  if (from === undefined) return { content: {} }
  const text = await readTextFile(ctx, from)
  const kind = sourceKind(from, text)
  if (kind === undefined)
    throw new UsageError(
      `${from} is not a Dockerfile, a Compose file, a docker run command or JSON of a template.`,
    )
  if (kind !== 'json') return parseSource(ctx, { kind, text, service })
  const { refused, ...read } = parseTemplateJson(text)
  noteRefused(ctx, refused)
  return read
}

async function parseSource(
  ctx: Ctx,
  body: { kind: TemplateSourceKind; text: string; service?: string | undefined },
): Promise<ReadSource> {
  const { content, refused } = await ctx.client.templates.parse({ body, signal: ctx.signal })
  noteRefused(ctx, refused)
  return { content }
}

function noteRefused({ output }: Ctx, refused: readonly RefusedPart[]): void {
  if (refused.length === 0) return
  const lines = refused.map(({ part, reason }) => `  ${part}: ${reason}`)
  output.note(['Left out:', ...lines].join('\n'))
}
