import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { TemplateContent } from './template.ts'

/** What a template can be made from. */
export const TemplateSourceKind = z.enum(['dockerfile', 'docker_run', 'compose'])
export type TemplateSourceKind = z.infer<typeof TemplateSourceKind>

export const TemplateSource = z.strictObject({
  kind: TemplateSourceKind,
  text: z.string().min(1).max(limits.templateSourceChars),
  /** The service of a Compose file; omitted: its only one. */
  service: z.string().max(200).optional(),
})
export type TemplateSource = z.infer<typeof TemplateSource>

/** A part of a text that a template does not take over, and why. */
export const RefusedPart = z.strictObject({
  part: z.string(),
  reason: z.string(),
})
export type RefusedPart = z.infer<typeof RefusedPart>

const { shape } = TemplateContent

/** The fields of a template that a text can give. Those that it says nothing about are absent, and have no defaults. */
export const ParsedContent = z.strictObject({
  template_name: shape.template_name.optional(),
  description: shape.description.unwrap().optional(),
  image_path_with_tag: shape.image_path_with_tag.optional(),
  launch_mode: shape.launch_mode.unwrap().optional(),
  docker_options: shape.docker_options.unwrap().optional(),
  docker_entry_point_tags: shape.docker_entry_point_tags.unwrap().optional(),
  on_start_script: shape.on_start_script.unwrap().optional(),
  env: shape.env.unwrap().optional(),
  ports: shape.ports.unwrap().optional(),
  readiness: shape.readiness.unwrap().optional(),
})
export type ParsedContent = z.infer<typeof ParsedContent>

/** What a text says about a template. */
export const ParsedTemplate = z.strictObject({
  content: ParsedContent,
  /** Parts that were left out. */
  refused: z.array(RefusedPart),
})
export type ParsedTemplate = z.infer<typeof ParsedTemplate>

/** `docker_run`: a command line. `gridloom`: the command that orders an instance with it. */
export const ExportFormat = z.enum(['json', 'compose', 'docker_run', 'gridloom'])
export type ExportFormat = z.infer<typeof ExportFormat>
