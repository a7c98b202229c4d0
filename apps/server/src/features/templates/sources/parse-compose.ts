import type { ParsedTemplate } from '@gridloom/contract/templates/template-source'
import { collectOptions } from '@gridloom/domain/templates/collect-options'
import { createRefusedParts } from '@gridloom/domain/templates/refused-parts'
import { launchContent } from '../container/launch.ts'
import { optionsContent } from '../container/options-content.ts'
import { chooseService } from './compose/choose-service.ts'
import { readService } from './compose/read-service.ts'
import { refuseVolumeKeys } from './compose/read-volumes.ts'
import { readYaml } from './compose/read-yaml.ts'

/**
 * Reads one service of a Compose file: the one with a name, or the only one. Variables have their defaults, as there is
 * no environment. Never throws.
 */
export function parseCompose(text: string, service?: string): ParsedTemplate {
  const refused = createRefusedParts()
  const file = readYaml(text)
  if ('reason' in file) refused.add('Compose file', file.reason)
  const chosen = 'value' in file ? chooseService(file.value, service, refused) : null
  if (chosen === null) return { content: {}, refused: refused.list() }
  refuseVolumeKeys(chosen.volumes, refused)
  const { options: values, image, entryPoint, command, readiness } = readService(chosen, refused)
  if (image === null) refused.add(`services.${chosen.name}`, 'names no image')
  const options = collectOptions(values, refused)
  const launched = launchContent({ entryPoint, args: command ?? [] })
  refused.addAll(launched.refused)
  const content = {
    ...(image !== null && { image_path_with_tag: image }),
    ...optionsContent(options),
    ...launched.content,
    ...(readiness !== null && { readiness }),
  }
  return { content, refused: refused.list() }
}
