import type { TemplateList } from '@gridloom/contract/templates/endpoints'
import type { Template } from '@gridloom/contract/templates/template'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { builtInTemplates } from './built-in.ts'
import { selectCounts } from './starts-store.ts'
import { templateView, withCounts } from './template-view.ts'
import { selectTemplates } from './templates-store.ts'
import { accessTo } from './visible-template.ts'

interface ListInput {
  list: TemplateList
  search?: string | undefined
  tag?: string | undefined
  offset: number
  limit: number
}

/** Lists templates that the caller may use, predefined ones first. */
export async function listTemplates(ctx: Ctx, input: ListInput): Promise<Template[]> {
  const { list, offset, limit } = input
  const predefined =
    list === 'usable' || list === 'predefined' ? await listPredefined(ctx, input) : []
  const first = predefined.slice(offset, offset + limit)
  if (list === 'predefined' || first.length === limit) return first
  const rest = {
    offset: Math.max(0, offset - predefined.length),
    limit: limit - first.length,
  }
  return [...first, ...(await listOfAccounts(ctx, { ...input, ...rest }))]
}

async function listPredefined(ctx: Ctx, { search, tag }: ListInput): Promise<Template[]> {
  const counts = await selectCounts(
    ctx.db,
    builtInTemplates.map(({ id }) => id),
  )
  return builtInTemplates
    .filter((template) => tag === undefined || template.tags.includes(tag))
    .filter((template) => search === undefined || isFound(template, search.toLowerCase()))
    .map((template) => withCounts(template, counts.get(template.id)))
}

function isFound(template: Template, text: string): boolean {
  const { name, template_name, description, image_path_with_tag } = template
  return [name, template_name, description, image_path_with_tag].some((it) =>
    it.toLowerCase().includes(text),
  )
}

async function listOfAccounts(ctx: Ctx, input: ListInput): Promise<Template[]> {
  const { accountId } = accountOf(ctx)
  const of = input.list === 'public' ? 'public' : accountId
  const rows = await selectTemplates(ctx.db, { ...input, of })
  return rows.flatMap((row) => {
    const access = accessTo(row, accountId)
    return access === undefined ? [] : templateView({ row, access })
  })
}
