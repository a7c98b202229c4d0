/** A command of an instruction: a list of words in JSON, or a line that a shell runs. */
export interface DockerfileCommand {
  readonly words: readonly string[]
  readonly form: 'exec' | 'shell'
}

/** Reads the command of `CMD`, `ENTRYPOINT` and health checks. As in Docker, a list that is no JSON is a line. */
export function commandOf(text: string, shell: readonly string[]): DockerfileCommand {
  const words = execForm(text)
  if (words !== null) return { words, form: 'exec' }
  return { words: text === '' ? [] : [...shell, text], form: 'shell' }
}

/** Reads a list of words in JSON; `null` for anything else. */
export function execForm(text: string): string[] | null {
  if (!text.startsWith('[')) return null
  const words = jsonOf(text)
  return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE Docker too reads what is no JSON as a line for a shell.
    return null
  }
}
