/** A way in which a server wants its callers to authenticate. */
export interface Challenge {
  /** In lower case: `bearer`, `basic`. */
  scheme: string
  /** By names in lower case. */
  parameters: Readonly<Record<string, string>>
}

const headerCharsMax = 4_096
/** A parameter, or else a scheme. */
const part =
  /[\s,]*(?:([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))|([\w!#$%&'*+.^`|~-]+)(?![^\s,]))/gy

/** Reads a `WWW-Authenticate` header, up to the first part that is malformed. Source: RFC 9110, section 11.6.1. */
export function readChallenges(header: string | undefined): Challenge[] {
  const challenges: { scheme: string; parameters: Record<string, string> }[] = []
  for (const match of (header ?? '').slice(0, headerCharsMax).matchAll(part)) {
    const [, name, quoted, plain, scheme] = match
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), parameters: {} })
    const current = challenges.at(-1)
    if (name === undefined || current === undefined) continue
    current.parameters[name.toLowerCase()] = plain ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1')
  }
  return challenges
}
