import { NewTemplate, Template, TemplateContent } from '@gridloom/contract/templates/template'
import type { RefusedPart } from '@gridloom/contract/templates/template-source'
import { UsageError } from '../../errors.ts'
import { usageProblem } from '../../input/usage-problem.ts'

/** What a JSON file says about a template: one that was exported, or as the API returns it. */
export interface JsonTemplate {
  /** Fields that the file does not have are absent. */
  content: Partial<TemplateContent>
  slug: string | undefined
  password: string | undefined
  refused: RefusedPart[]
}

const Fields = NewTemplate.pick({ name: true, docker_repo_password: true }).extend(
  TemplateContent.partial().shape,
)

/** Reads a template from JSON. @throws UsageError */
export function parseTemplateJson(text: string): JsonTemplate {
  const members = membersOf(text)
  const fields = Fields.safeParse(
    Object.fromEntries(members.filter(([key]) => Object.hasOwn(Fields.shape, key))),
  )
  if (!fields.success) throw usageProblem(fields.error)
  const { name: slug, docker_repo_password: password, ...content } = fields.data
  const written = new Set(members.map(([key]) => key))
  for (const key of TemplateContent.keyof().options) {
    // The schema fills in defaults, which would replace what a template has.
    if (!written.has(key)) delete content[key]
  }
  return { content, slug, password, refused: refusedOf(members) }
}

function membersOf(text: string): [string, unknown][] {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.entries(value)
  } catch (cause) {
    throw new UsageError('The file is not valid JSON.', { cause })
  }
  throw new UsageError('The file must have one JSON object.')
}

/** Fields of the API that only the server sets are no news to anybody. */
function refusedOf(members: readonly [string, unknown][]): RefusedPart[] {
  return members.flatMap(([part, value]) => {
    if (part === 'public_template')
      return value === true ? [{ part, reason: 'add --public to list it for everyone' }] : []
    const isKnown = Object.hasOwn(Fields.shape, part) || Object.hasOwn(Template.shape, part)
    return isKnown ? [] : [{ part, reason: 'templates have no such field' }]
  })
}
