import { TemplateId } from '@gridloom/contract/core/ids'
import type { Template } from '@gridloom/contract/templates/template'
import type { Ctx } from '../ctx.ts'
import { NotFoundError, UsageError } from '../errors.ts'
import { chooseOne } from './choose-one.ts'

const namesShown = 10
/** Of an id as tables show it. */
const shortIdChars = 8

/**
 * Finds a template by its name or part of its id; without one the user is asked. Public ones of others are found by
 * id only: a name must not run the image of a stranger.
 */
export async function findTemplate(ctx: Ctx, wanted: string | undefined): Promise<Template> {
  if (wanted === undefined) return askForTemplate(ctx)
  if (TemplateId.safeParse(wanted).success)
    return ctx.client.templates.read({ params: { id: wanted }, signal: ctx.signal })
  const usable = await ctx.client.templates.list({ signal: ctx.signal })
  try {
    return beginning(usable, wanted) ?? chooseTemplate(usable, wanted)
  } catch (error) {
    const found = error instanceof NotFoundError ? await publicOne(ctx, wanted) : undefined
    if (found === undefined) throw error
    return found
  }
}

/** Finds a template of the account by its name or part of its id. */
export async function findOwnTemplate(ctx: Ctx, wanted: string): Promise<Template> {
  const own = await ctx.client.templates.list({ query: { list: 'own' }, signal: ctx.signal })
  return chooseTemplate(own, wanted)
}

/** The name in commands comes before that on screens. */
function chooseTemplate(templates: readonly Template[], wanted: string): Template {
  const named = templates.filter(({ name }) => name === wanted)
  const things = (named.length > 0 ? named : templates).map((template) => ({
    id: template.id,
    name: template.name === wanted ? template.name : template.template_name,
    template,
  }))
  return chooseOne(things, wanted, 'template').template
}

/** A prefix of a name is enough: the order is confirmed anyway, so a wrong match does no harm. */
function beginning(templates: readonly Template[], wanted: string): Template | undefined {
  const start = wanted.toLowerCase()
  const [only, ...others] = templates.filter(
    ({ name, template_name }) =>
      name.startsWith(start) || template_name.toLowerCase().startsWith(start),
  )
  return others.length === 0 ? only : undefined
}

/** Finds a public template by the end of its id, as tables show it, among the 500 that are used most. */
async function publicOne(ctx: Ctx, wanted: string): Promise<Template | undefined> {
  const end = wanted.toLowerCase()
  if (end.length < shortIdChars) return undefined
  const query = { list: 'public' } as const
  const listed = await ctx.client.templates.list({ query, signal: ctx.signal })
  return listed.find(({ id }) => id.endsWith(end))
}

async function askForTemplate(ctx: Ctx): Promise<Template> {
  const templates = await ctx.client.templates.list({ signal: ctx.signal })
  if (!ctx.host.interactive || ctx.output.format === 'json') {
    const names = templates.slice(0, namesShown).map(({ name }) => name)
    throw new UsageError(
      `Choose what to run: --image IMAGE, or --template with a name such as ${names.join(', ')}.`,
    )
  }
  const first = await ctx.client.templates.readDefault({ signal: ctx.signal })
  const id = await ctx.host.prompts.choose({
    message: 'Which template?',
    options: templates
      .toSorted((one, other) => Number(other.id === first.id) - Number(one.id === first.id))
      .map((template) => ({
        value: template.id,
        label: template.template_name,
        hint: template.image_path_with_tag,
      })),
  })
  return chooseOne(templates, id, 'template')
}
