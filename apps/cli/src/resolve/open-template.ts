import { type Template, TemplateCode } from '@gridloom/contract/templates/template'
import type { Ctx } from '../ctx.ts'
import { NotFoundError } from '../errors.ts'
import { findTemplate } from './find-template.ts'

/** A template with the code that opens it, unless the caller sees it without. */
export interface OpenedTemplate {
  template: Template
  code?: TemplateCode
}

/** Finds a template as {@link findTemplate} does, or by the code that somebody shared. */
export async function openTemplate(ctx: Ctx, wanted: string): Promise<OpenedTemplate> {
  const code = TemplateCode.safeParse(wanted)
  try {
    return { template: await findTemplate(ctx, wanted) }
  } catch (error) {
    if (!(error instanceof NotFoundError) || !code.success) throw error
  }
  const params = { code: code.data }
  const template = await ctx.client.templates.readByCode({ params, signal: ctx.signal })
  return { template, code: code.data }
}
