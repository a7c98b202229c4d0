import { NotFoundError, UsageError } from '../errors.ts'

/** Something that a user may refer to. */
export interface NamedResource {
  id: string
  /** Its label or name; may be empty. */
  name: string
}

const partCharsMin = 4

/**
 * Finds the one thing that `wanted` refers to: by its whole id or name first, then by the beginning of its id (with or
 * without `ins_`) or its end, as tables show it, from four characters. Throws NotFoundError for no match, and
 * UsageError with the candidates for several.
 */
export function chooseOne<Thing extends NamedResource>(
  things: readonly Thing[],
  wanted: string,
  what: string,
): Thing {
  const matches = firstThatFinds([
    () => things.filter(({ id }) => id === wanted),
    () => things.filter(({ name }) => name !== '' && name === wanted),
    () => things.filter(({ name }) => name !== '' && name.toLowerCase() === wanted.toLowerCase()),
    () => (wanted.length < partCharsMin ? [] : things.filter(({ id }) => isPartOf(id, wanted))),
  ])
  const [only, ...others] = matches
  if (only === undefined) {
    throw new NotFoundError(`No ${what} named "${wanted}", or you don't have access to it.`)
  }
  if (others.length === 0) return only
  const listed = matches.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  throw new UsageError(`"${wanted}" matches ${matches.length} of them. Use an ID:\n${listed}`)
}

function firstThatFinds<Thing>(searches: readonly (() => Thing[])[]): Thing[] {
  for (const search of searches) {
    const found = search()
    if (found.length > 0) return found
  }
  return []
}

function isPartOf(id: string, wanted: string): boolean {
  const bare = id.slice(id.indexOf('_') + 1)
  const part = wanted.toLowerCase()
  return id.startsWith(part) || bare.startsWith(part) || bare.endsWith(part)
}
