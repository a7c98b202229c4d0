import type { LaunchMode } from '@gridloom/contract/templates/container-fields'
import type { Template } from '@gridloom/contract/templates/template'
import { type EnvRow, envRowsOf } from '../../../shared/templates/env-rows.ts'
import type { TemplateStart } from '../../../shared/templates/new-template-state.ts'
import {
  emptyReadiness,
  type ReadinessDraft,
  readinessDraftOf,
} from '../../../shared/templates/readiness-draft.ts'
import type { TypedNumber } from '../../../ui/form/typed.ts'
import { emptyFilters, type FilterDraft, filterDraftOf } from './filter-draft.ts'

/** The password of a registry, which is never read back once it is saved. */
export type PasswordDraft =
  | { readonly kind: 'none' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'typed'; readonly text: string }

/** The picture: as stored, chosen as a data URL, or removed. */
export type PictureDraft =
  | { readonly kind: 'stored' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'chosen'; readonly dataUrl: string }

/** The input of the editor. Numbers, ports and commands stay text until it is saved. */
export interface TemplateDraft {
  readonly templateName: string
  /** Empty in a new template: made from the name on screens. */
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly isPublic: boolean
  readonly picture: PictureDraft
  readonly image: string
  readonly server: string
  readonly username: string
  readonly password: PasswordDraft
  readonly launchMode: LaunchMode
  readonly startScript: string
  /** Arguments as one text, which templates had before the list of arguments; `null`: none. */
  readonly commandLine: string | null
  readonly entryPointArguments: readonly string[]
  readonly dockerOptions: string
  readonly env: readonly EnvRow[]
  readonly ports: string
  readonly readiness: ReadinessDraft
  readonly filters: FilterDraft
  readonly diskGb: TypedNumber
  readonly readme: string
  readonly isReadmeShown: boolean
}

const usualDiskGb = 10

export const emptyTemplate: TemplateDraft = {
  templateName: '',
  name: '',
  description: '',
  tags: [],
  isPublic: false,
  picture: { kind: 'stored' },
  image: '',
  server: '',
  username: '',
  password: { kind: 'none' },
  launchMode: 'shell',
  startScript: '',
  commandLine: null,
  entryPointArguments: [],
  dockerOptions: '',
  env: [],
  ports: '',
  readiness: emptyReadiness,
  filters: emptyFilters,
  diskGb: usualDiskGb,
  readme: '',
  isReadmeShown: true,
}

/** Returns the input that shows a template. */
export function draftOf(template: Template): TemplateDraft {
  return {
    ...draftOfFields(template),
    name: template.name,
    isPublic: template.public_template,
    password: { kind: template.docker_repo_password_saved ? 'saved' : 'none' },
  }
}

/** Returns the input that begins with some fields; the others are as in an empty template. */
export function draftOfFields(fields: TemplateStart): TemplateDraft {
  const { env, ports, readiness, extra_filters: filters } = fields
  return {
    ...emptyTemplate,
    templateName: fields.template_name ?? '',
    description: fields.description ?? '',
    tags: fields.tags ?? [],
    image: fields.image_path_with_tag ?? '',
    server: fields.docker_repo_server ?? '',
    username: fields.docker_repo_username ?? '',
    ...launchDraftOf(fields),
    entryPointArguments: fields.docker_entry_point_tags ?? [],
    dockerOptions: fields.docker_options ?? '',
    env: envRowsOf(env ?? {}),
    ports: ports?.join(', ') ?? '',
    readiness: readiness === undefined ? emptyReadiness : readinessDraftOf(readiness),
    filters: filterDraftOf(filters ?? {}),
    diskGb: fields.recommended_disk_gb ?? usualDiskGb,
    readme: fields.template_description ?? '',
    isReadmeShown: fields.include_readme ?? true,
  }
}

function launchDraftOf({ launch_mode: mode = 'shell', on_start_script: text = '' }: TemplateStart) {
  if (mode !== 'entrypoint') return { launchMode: mode, startScript: text }
  return { launchMode: mode, commandLine: text === '' ? null : text }
}

/** Whether two inputs would be saved the same. */
export function isSameDraft(one: TemplateDraft, other: TemplateDraft): boolean {
  return one === other || comparable(one) === comparable(other)
}

function comparable(draft: TemplateDraft): string {
  return JSON.stringify({ ...draft, env: draft.env.map(({ name, value }) => [name, value]) })
}
