import type { Template } from '@gridloom/contract/templates/template'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import type { TemplateCounts } from './starts-store.ts'
import type { VisibleTemplate } from './visible-template.ts'

/** A template of an account as the caller sees it. Only its account learns its code and the name of its login. */
export function templateView({ row, access }: VisibleTemplate): Template {
  const isOwn = access === 'own'
  return {
    ...row.content,
    docker_repo_username: isOwn ? row.content.docker_repo_username : '',
    id: row.id,
    name: row.name,
    version: String(row.version),
    template_type: 'custom',
    public_template: row.is_public,
    template_code: isOwn ? row.code : null,
    template_image: row.picture === null ? null : `/api/templates/images/${row.picture}`,
    docker_repo_password_saved: row.registry_password !== null,
    access,
    author: row.author,
    uses: row.uses ?? 0,
    starts: { succeeded: row.succeeded ?? 0, failed: row.failed ?? 0 },
    updated_at: isoOrNull(row.updated_at),
  }
}

/** A predefined template with its counts. */
export function withCounts(template: Template, counts: TemplateCounts | undefined): Template {
  if (counts === undefined) return template
  const { uses, succeeded, failed } = counts
  return { ...template, uses, starts: { succeeded, failed } }
}
