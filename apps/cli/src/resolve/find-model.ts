import type { Model } from '@gridloom/contract/models/model'
import type { Ctx } from '../ctx.ts'
import { NotFoundError, UsageError } from '../errors.ts'

/**
 * Finds a model of the catalogue by its id or the last segment of it. @throws NotFoundError, or UsageError for several
 */
export async function findModel(ctx: Ctx, wanted: string): Promise<Model> {
  const { models } = await ctx.client.models.list({ signal: ctx.signal })
  const lower = wanted.toLowerCase()
  const whole = models.find(({ id }) => id === wanted)
  const matches =
    whole === undefined
      ? models.filter(({ id, name }) => [id, name].some((own) => own.toLowerCase() === lower))
      : [whole]
  const [only, ...others] = matches
  if (only === undefined)
    throw new NotFoundError(
      `Model "${wanted}" not found. List the available models: gridloom models. The operator can add more.`,
    )
  if (others.length === 0) return only
  const listed = matches.map(({ id }) => `  ${id}`).join('\n')
  throw new UsageError(`"${wanted}" matches ${matches.length} of them. Use an ID:\n${listed}`)
}
