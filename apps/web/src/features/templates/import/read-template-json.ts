import { Template, TemplateContent } from '@gridloom/contract/templates/template'
import type { ParsedTemplate } from '@gridloom/contract/templates/template-source'
import {
  readTemplateFields,
  type TemplateStart,
} from '../../../shared/templates/new-template-state.ts'

/** What a file says about a template, and the parts that are left out. */
export interface ImportedTemplate {
  readonly content: TemplateStart
  readonly refused: ParsedTemplate['refused']
}

/** Reads an exported template, or one as the API returns it; `undefined` if the text is no JSON object. */
export function readTemplateJson(text: string): ImportedTemplate | undefined {
  const given = objectOf(text)
  if (given === undefined) return undefined
  // What only the server sets is no news to anybody.
  const members = Object.entries(given).filter(([name]) => !isServers(name))
  const { fields, wrong } = readTemplateFields(Object.fromEntries(members))
  return { content: fields, refused: wrong.map(({ name, reason }) => ({ part: name, reason })) }
}

/** A field of templates that is not part of what one holds. */
function isServers(name: string): boolean {
  return Object.hasOwn(Template.shape, name) && !Object.hasOwn(TemplateContent.shape, name)
}

function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    // @NOTE a text that is no JSON is told so by the caller, wherever it breaks
    return undefined
  }
}
