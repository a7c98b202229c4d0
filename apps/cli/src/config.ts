import { homedir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from './errors.ts'

/** The configuration from the environment. Only this file reads it. */
export interface Config {
  /** `GRIDLOOM_URL`, if set. */
  serverUrl: string | undefined
  /** `GRIDLOOM_TOKEN`, if set: a token or API key that is used instead of the stored one. */
  token: string | undefined
  credentialsPath: string
  colour: 'auto' | 'never'
}

type Environment = Readonly<Record<string, string | undefined>>

export const defaultServerUrl = 'http://localhost:3000'

/** Reads the environment; throws {@link UsageError} naming the invalid variable. */
export function readConfig(env: Environment = process.env): Config {
  const directory = env.XDG_CONFIG_HOME || join(homedir(), '.config')
  return {
    serverUrl: env.GRIDLOOM_URL ? parseServerUrl(env.GRIDLOOM_URL, 'GRIDLOOM_URL') : undefined,
    token: env.GRIDLOOM_TOKEN || undefined,
    credentialsPath: join(directory, 'gridloom', 'credentials.json'),
    colour: env.NO_COLOR || env.TERM === 'dumb' ? 'never' : 'auto',
  }
}

/** Parses a server URL, without a trailing slash; `name` is the option or variable it came from. */
export function parseServerUrl(text: string, name: string): string {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${name} must be a URL such as ${defaultServerUrl}, not "${text}".`)
  }
  return url.href.replace(/\/+$/, '')
}
