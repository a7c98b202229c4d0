import {
  ParsedContent,
  type ParsedTemplate,
  type TemplateSource,
} from '@gridloom/contract/templates/template-source'
import { problemOf } from '@gridloom/domain/templates/read-result'
import { createRefusedParts } from '@gridloom/domain/templates/refused-parts'
import { parseCompose } from './parse-compose.ts'
import { parseDockerRun } from './parse-docker-run.ts'
import { parseDockerfile } from './parse-dockerfile.ts'

const nulReason = 'contains a NUL character'

/**
 * Reads a Dockerfile, a `docker run` command or a Compose service as fields of a template. Each field is valid by the
 * contract; every part that is left out is named. Never throws.
 */
export function parseTemplateSource(source: TemplateSource): ParsedTemplate {
  if (source.text.includes('\0'))
    return { content: {}, refused: [{ part: 'text', reason: nulReason }] }
  return withValidFields(parsed(source))
}

function parsed({ kind, text, service }: TemplateSource): ParsedTemplate {
  if (kind === 'dockerfile') return parseDockerfile(text)
  if (kind === 'docker_run') return parseDockerRun(text)
  return parseCompose(text, service)
}

function withValidFields({ content, refused }: ParsedTemplate): ParsedTemplate {
  const invalid = createRefusedParts()
  const valid = { ...content }
  for (const field of ParsedContent.keyof().options) {
    const value = content[field]
    if (value === undefined) continue
    const problem = problemOf(ParsedContent.shape[field], value)
    const reason = containsNul(value) ? nulReason : problem
    if (reason === null) continue
    delete valid[field]
    invalid.add(typeof value === 'string' ? value : field, reason)
  }
  return { content: valid, refused: [...refused, ...invalid.list()] }
}

/** Escapes in JSON and YAML can stand for one, which no argument of a program can have. */
function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(containsNul)
}
