import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { addContentOptions, type ContentOptions } from './content-options.ts'
import { notePassword } from './note-password.ts'
import { addSourceOptions, readSource, requireOneStdin, type SourceOptions } from './read-source.ts'
import { registryPassword } from './registry-login.ts'
import { withOptions } from './with-options.ts'

type CreateOptions = ContentOptions & SourceOptions

export function addCreateTemplate(templates: Command, open: Open): void {
  const create = templates
    .command('create')
    .summary('create a template')
    .description(
      'Create a template from options, a Dockerfile, a Compose file, JSON or a docker run command. Options come before what a file says. It is private unless --public is given.',
    )
  addContentOptions(addSourceOptions(create))
    .addHelpText(
      'after',
      examples(
        'templates create --name lab --image python:3.13 --port 8888 --start-script start.sh',
        'templates create --name lab --from compose.yaml --service web',
        'templates create --name lab --from-run "docker run -p 8888:8888 -e MODE=fast python:3.13"',
        'templates create --name team --image ghcr.io/team/app:1 --registry-user ada --vram-gib 24',
      ),
    )
    .action((options: CreateOptions, command: Command) => createTemplate(open(command), options))
}

async function createTemplate(ctx: Ctx, options: CreateOptions): Promise<void> {
  requireOneStdin(options)
  const source = await readSource(ctx, options)
  const content = await withOptions(ctx, source.content, options)
  const { template_name, image_path_with_tag } = content
  if (template_name === undefined) throw new UsageError('Specify a name, such as --name lab')
  if (image_path_with_tag === undefined)
    throw new UsageError('Specify an image, such as --image python:3.13')
  const password = (await registryPassword(ctx, options)) ?? source.password
  const created = await ctx.client.templates.create({
    body: {
      ...{ ...content, template_name, image_path_with_tag },
      // A file that is created again under another name must not keep the one that is taken.
      name: options.slug ?? (options.name === undefined ? source.slug : undefined),
      public_template: options.public === true,
      docker_repo_password: password,
    },
    signal: ctx.signal,
  })
  await ctx.output.result(
    created,
    () => `Created ${created.name}. Rent with it: gridloom rent <offer> --template ${created.name}`,
  )
  notePassword(ctx, created)
}
