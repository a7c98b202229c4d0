import type { ExportFormat } from '@gridloom/contract/templates/template-source'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { oneOf } from '../../input/parse-values.ts'
import { openTemplate } from '../../resolve/open-template.ts'

/** The formats as words of a command line. */
const formats = {
  json: 'json',
  compose: 'compose',
  'docker-run': 'docker_run',
  gridloom: 'gridloom',
} as const satisfies Record<string, ExportFormat>

type Format = keyof typeof formats

const formatWords = ['json', 'compose', 'docker-run', 'gridloom'] as const satisfies Format[]

export function addExportTemplate(templates: Command, open: Open): void {
  templates
    .command('export')
    .argument('<template>', 'name, ID, start or end of an ID, or the code of a shared one')
    .summary('write a template as JSON, Compose or a command')
    .description(
      'Write a template as JSON for "templates create", as a Compose file, or as a docker run or gridloom command.',
    )
    .option('--format <format>', formatWords.join(', '), oneOf('--format', formatWords), 'json')
    .addHelpText(
      'after',
      examples(
        'templates export lab > lab.json',
        'templates export lab --format compose > compose.yaml',
      ),
    )
    .action((wanted: string, { format }: { format: Format }, command: Command) =>
      exportTemplate(open(command), wanted, formats[format]),
    )
}

async function exportTemplate(ctx: Ctx, wanted: string, format: ExportFormat): Promise<void> {
  const { template, code } = await openTemplate(ctx, wanted)
  const exported = await ctx.client.templates.export({
    params: { id: template.id },
    query: { format, code },
    signal: ctx.signal,
  })
  if (ctx.output.format === 'json') return ctx.output.result(exported, () => exported.text)
  const { text } = exported
  await ctx.output.foreign('stdout', text.endsWith('\n') ? text : `${text}\n`)
}
