import type { Template, TemplateChange } from '@gridloom/contract/templates/template'
import { contentOf } from '@gridloom/domain/templates/content-of'
import { type Command, Option } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findOwnTemplate } from '../../resolve/find-template.ts'
import { changeOf } from './change-of.ts'
import { type Clearable, clearables, collectCleared, withoutCleared } from './clear-option.ts'
import { addContentOptions, type ContentOptions } from './content-options.ts'
import { notePassword } from './note-password.ts'
import { addSourceOptions, readSource, requireOneStdin, type SourceOptions } from './read-source.ts'
import { registryPassword } from './registry-login.ts'
import { withOptions } from './with-options.ts'

interface EditOptions extends ContentOptions, SourceOptions {
  private?: boolean
  clear?: Clearable[]
}

export function addEditTemplate(templates: Command, open: Open): void {
  const edit = templates
    .command('edit')
    .argument('<template>', 'name, ID, or start or end of an ID')
    .summary('change a template')
    .description(
      'Change a template of yours, as a new version. Options that are left out stay as they are. --env and filters change one value each; --arg, --port and --tag replace the whole list. Instances keep the version that they were ordered with.',
    )
  addContentOptions(addSourceOptions(edit))
    .addOption(new Option('--private', 'list it for nobody else').conflicts('public'))
    .option(
      '--clear <field>',
      `empty a field first: ${clearables.join(', ')}; repeat for several`,
      collectCleared,
    )
    .addHelpText(
      'after',
      examples(
        'templates edit lab --image python:3.14 --env MODE=fast',
        'templates edit lab --clear ports --start-script start.sh',
        'templates edit lab --registry-user ada --registry-password-stdin < password',
      ),
    )
    .action((wanted: string, options: EditOptions, command: Command) =>
      editTemplate(open(command), wanted, options),
    )
}

async function editTemplate(ctx: Ctx, wanted: string, options: EditOptions): Promise<void> {
  if (Object.keys(options).length === 0)
    throw new UsageError('Specify what to change, such as --image')
  requireOneStdin(options)
  const { id } = await findOwnTemplate(ctx, wanted)
  const source = await readSource(ctx, options)
  const before = await ctx.client.templates.read({ params: { id }, signal: ctx.signal })
  const content = withoutCleared(contentOf(before), options.clear ?? [])
  const body = {
    ...changeOf(before),
    ...(await withOptions(ctx, { ...content, ...source.content }, options)),
    ...settingsOf(before, options),
    ...(await passwordOf(ctx, options, source.password)),
  }
  const changed = await ctx.client.templates.change({ params: { id }, body, signal: ctx.signal })
  await ctx.output.result(changed, () => changedText(before, changed))
  notePassword(ctx, changed)
}

function settingsOf({ name, public_template }: Template, options: EditOptions) {
  return {
    name: options.slug ?? name,
    public_template: options.public ? true : options.private ? false : public_template,
  }
}

/** Without a new password the stored one stays. */
async function passwordOf(
  ctx: Ctx,
  options: EditOptions,
  inFile: string | undefined,
): Promise<Pick<TemplateChange, 'docker_repo_password'>> {
  const password = (await registryPassword(ctx, options)) ?? inFile
  if (password !== undefined) return { docker_repo_password: password }
  return options.clear?.includes('registry') ? { docker_repo_password: null } : {}
}

function changedText(before: Template, { name, version }: Template): string {
  return version === before.version
    ? `Changed ${name}. It stays at version ${version}.`
    : `Changed ${name}, which is at version ${version} now.`
}
