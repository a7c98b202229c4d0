import { NewTemplate, type Template, TemplateChange } from '@gridloom/contract/templates/template'
import { parseDockerOptions } from '@gridloom/domain/templates/parse-docker-options'
import type { z } from 'zod'
import { toEnvironment } from '../../../shared/templates/env-rows.ts'
import { readPorts } from '../../../shared/templates/read-ports.ts'
import { toReadiness } from '../../../shared/templates/readiness-draft.ts'
import { issueText } from '../../../ui/form/issue-text.ts'
import { numberOf } from '../../../ui/form/typed.ts'
import { problemOfMore, toTemplateFilters } from './filter-draft.ts'
import type { PasswordDraft, TemplateDraft } from './template-draft.ts'

/** A request in the contract's shape, or its problems by field. */
export type Attempt<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> }

/** Builds the request that creates a template. */
export function toNewTemplate(draft: TemplateDraft): Attempt<NewTemplate> {
  const { password } = draft
  const typed = password.kind === 'typed' && password.text !== '' ? password.text : undefined
  const parsed = NewTemplate.safeParse({
    ...bodyOf(draft),
    name: draft.name.trim() === '' ? undefined : draft.name.trim(),
    docker_repo_password: typed,
  })
  const fields = problemsOf(draft, parsed.error)
  return parsed.success && fields === undefined
    ? { ok: true, body: parsed.data }
    : { ok: false, fields: fields ?? {} }
}

/** Builds the request that changes a template, unless it was changed since `base` was read. */
export function toTemplateChange(draft: TemplateDraft, base: Template): Attempt<TemplateChange> {
  const parsed = TemplateChange.safeParse({
    ...bodyOf(draft),
    name: draft.name.trim(),
    docker_repo_password: changedPassword(draft.password),
    from_version: base.version,
  })
  const fields = problemsOf(draft, parsed.error)
  return parsed.success && fields === undefined
    ? { ok: true, body: parsed.data }
    : { ok: false, fields: fields ?? {} }
}

/** Returns what the template would hold, as the API takes it, which rejects invalid fields. */
export function bodyOf(draft: TemplateDraft) {
  const isShell = draft.launchMode !== 'entrypoint'
  return {
    template_name: draft.templateName,
    description: draft.description,
    tags: draft.tags,
    public_template: draft.isPublic,
    image_path_with_tag: draft.image.trim(),
    docker_repo_server: draft.server.trim(),
    docker_repo_username: draft.username.trim(),
    launch_mode: draft.launchMode,
    on_start_script: isShell ? draft.startScript : (draft.commandLine ?? ''),
    docker_entry_point_tags: isShell ? [] : draft.entryPointArguments,
    docker_options: draft.dockerOptions.trim(),
    env: toEnvironment(draft.env),
    ports: readPorts(draft.ports),
    readiness: toReadiness(draft.readiness),
    extra_filters: toTemplateFilters(draft.filters),
    recommended_disk_gb: numberOf(draft.diskGb),
    template_description: draft.readme,
    include_readme: draft.isReadmeShown,
  }
}

/** `undefined`: the saved one stays. `null`: it is deleted. */
function changedPassword(password: PasswordDraft): string | null | undefined {
  switch (password.kind) {
    case 'typed':
      return password.text === '' ? undefined : password.text
    case 'removed':
      return null
    case 'none':
    case 'saved':
      return undefined
  }
}

/** Lists what is wrong by field; `undefined`: nothing. */
function problemsOf(
  { dockerOptions, filters }: TemplateDraft,
  error: z.ZodError | undefined,
): Record<string, string> | undefined {
  const [refused] = parseDockerOptions(dockerOptions).refused
  const query = problemOfMore(filters)
  const issues = error?.issues ?? []
  const all = Object.fromEntries([
    ...(refused ? [['docker_options', `Remove ${refused.part}`]] : []),
    ...(query === undefined ? [] : [['extra_filters.more', query]]),
    ...issues.map((issue) => [issue.path.join('.'), issueText(issue)]),
  ])
  return Object.keys(all).length === 0 ? undefined : all
}

/** Returns the request for the code view; a typed password is not in it. */
export function codeBody(draft: TemplateDraft, base: Template | undefined): object {
  const body = bodyOf(draft)
  const name = draft.name.trim()
  return {
    ...body,
    ...(name === '' ? {} : { name }),
    ...(draft.password.kind === 'typed' ? { docker_repo_password: '…' } : {}),
    ...(base === undefined ? {} : { from_version: base.version }),
  }
}
