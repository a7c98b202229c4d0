import type { ImageCheck } from '@gridloom/contract/templates/image-check'
import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import type { Draw } from '../../output/output.ts'
import { addRegistryOptions, type RegistryOptions, registryPassword } from './registry-login.ts'

export function addCheckImage(templates: Command, open: Open): void {
  const check = templates
    .command('check-image')
    .argument('<image>', 'image, such as ghcr.io/owner/name:tag')
    .summary('ask a registry for an image')
    .description('Ask a registry whether it has an image, and whether it accepts a login.')
  addRegistryOptions(check)
    .addHelpText(
      'after',
      examples(
        'templates check-image python:3.13',
        'templates check-image ghcr.io/team/app:1 --registry-user ada',
      ),
    )
    .action((image: string, options: RegistryOptions, command: Command) =>
      checkImage(open(command), image, options),
    )
}

async function checkImage(ctx: Ctx, image: string, options: RegistryOptions): Promise<void> {
  const checked = await ctx.client.templates.checkImage({
    body: {
      image_path_with_tag: image,
      docker_repo_server: options.registryServer,
      docker_repo_username: options.registryUser,
      docker_repo_password: await registryPassword(ctx, options),
    },
    signal: ctx.signal,
  })
  await ctx.output.result(checked, (draw) => imageFacts(draw, image, checked))
}

function imageFacts(draw: Draw, image: string, checked: ImageCheck): string {
  return draw.facts([
    ['Image', image],
    ['Registry', checked.registry],
    ['Signed in as', checked.signed_in_as ?? 'nobody'],
    ['Digest', checked.digest],
    ['Size', `${formatBytes(checked.size_bytes)}, compressed`],
    ['Platforms', checked.platforms.join(', ') || '—'],
  ])
}
