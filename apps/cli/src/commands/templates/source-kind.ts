import type { TemplateSourceKind } from '@gridloom/contract/templates/template-source'

/** Returns what a text is, by the name of its file first and then by its content; `undefined`: unknown. */
export function sourceKind(file: string, text: string): TemplateSourceKind | 'json' | undefined {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).toLowerCase()
  const named = byName.find(([pattern]) => pattern.test(name))
  const held = byContent.find(([pattern]) => pattern.test(text))
  return (named ?? held)?.[1]
}

const byName = [
  [/\.json$/, 'json'],
  [/\.ya?ml$/, 'compose'],
  [/^(?:docker|container)file|\.(?:docker|container)file$/, 'dockerfile'],
] as const

const byContent = [
  [/^\s*\{/, 'json'],
  [/^\s*(?:\$\s*)?(?:sudo\s+)?(?:docker|podman)\s/, 'docker_run'],
  [/^services:/m, 'compose'],
  [/^\s*FROM\s/im, 'dockerfile'],
] as const
