import type { TemplateId } from '@gridloom/contract/core/ids'
import { builtInTemplates } from './built-in.ts'

/** What an instance was created from, as it stores it. */
interface StartedTemplate {
  source?: { id: TemplateId } | null
  image_path_with_tag: string
  env: Readonly<Record<string, string>>
}

/** The image that agents bring along: it needs no registry. */
const imageOfAgents = 'gridloom/base:latest'

/**
 * Whether a template starts on every machine that works: a predefined one with the image of the agents, and with no
 * environment of the renter, who could break it.
 */
export function startsAnywhere({ source, image_path_with_tag, env }: StartedTemplate): boolean {
  const template = builtInTemplates.find(({ id }) => id === source?.id)
  if (template === undefined || image_path_with_tag !== imageOfAgents) return false
  return Object.keys(env).every((name) => template.env[name] === env[name])
}
