import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addCheckImage } from './check-image.ts'
import { addCopyTemplate } from './copy.ts'
import { addCreateTemplate } from './create.ts'
import { addDefaultTemplate } from './default.ts'
import { addEditTemplate } from './edit.ts'
import { addExportTemplate } from './export.ts'
import { addListTemplates, listTemplates } from './list.ts'
import { addTemplatePicture } from './picture.ts'
import { addRemoveTemplate } from './remove.ts'
import { addRestoreTemplate } from './restore.ts'
import { addShareTemplate } from './share.ts'
import { addShowTemplate } from './show.ts'
import { addTemplateVersions } from './versions.ts'

/** Adds `templates`; without a subcommand it lists those that orders can name. */
export function addTemplates(program: Command, open: Open): void {
  const templates = program
    .command('templates')
    .summary('list, create and share templates')
    .description(
      'Templates hold image, start script, environment and ports of instances. Without a subcommand, lists them.',
    )
    .addHelpText(
      'after',
      examples(
        'templates',
        'templates create --name lab --image python:3.13 --port 8888',
        'templates create --name lab --from compose.yaml',
        'templates edit lab --env MODE=fast',
        'rent 8hjkmnpq --template lab',
      ),
    )
    .action((_options: object, command: Command) => listTemplates(open(command)))
  const adders = [
    addListTemplates,
    addShowTemplate,
    addCreateTemplate,
    addEditTemplate,
    addCopyTemplate,
    addTemplatePicture,
    addShareTemplate,
    addExportTemplate,
    addTemplateVersions,
    addRestoreTemplate,
    addDefaultTemplate,
    addCheckImage,
    addRemoveTemplate,
  ]
  for (const add of adders) add(templates, open)
}
