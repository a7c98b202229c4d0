import type { Template } from '@gridloom/contract/templates/template'
import type { Ctx } from '../ctx.ts'
import { UsageError } from '../errors.ts'
import { chooseOne } from './choose-one.ts'

/** Finds a template by its name or part of its id; without one the user is asked. */
export async function findTemplate(ctx: Ctx, wanted: string | undefined): Promise<Template> {
  const templates = await ctx.client.templates.list({ signal: ctx.signal })
  if (wanted !== undefined) return named(templates, wanted)
  if (!ctx.host.interactive || ctx.output.format === 'json') {
    const names = templates.map(({ name }) => `"${name}"`).join(', ')
    throw new UsageError(`Choose what to run: --image IMAGE, or --template with one of ${names}.`)
  }
  const id = await ctx.host.prompts.choose({
    message: 'Which template?',
    options: templates.map((template) => ({
      value: template.id,
      label: template.name,
      hint: template.image_path_with_tag,
    })),
  })
  return chooseOne(templates, id, 'template')
}

/** A prefix of the name is enough: the order is confirmed anyway, so a wrong match does no harm. */
function named(templates: readonly Template[], wanted: string): Template {
  const begin = templates.filter(({ name }) => name.toLowerCase().startsWith(wanted.toLowerCase()))
  const [only, ...others] = begin
  if (only !== undefined && others.length === 0) return only
  return chooseOne(templates, wanted, 'template')
}
