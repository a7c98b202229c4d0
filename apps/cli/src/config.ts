import { homedir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from './errors.ts'

/** What the environment says. This file is its only reader. */
export interface Config {
  /** `GRIDLOOM_URL`, where it is set. */
  serverUrl: string | undefined
  /** `GRIDLOOM_TOKEN`, where it is set: a token or API key that is used instead of the kept one. */
  token: string | undefined
  credentialsPath: string
  colour: 'auto' | 'never'
}

type Environment = Readonly<Record<string, string | undefined>>

export const defaultServerUrl = 'http://localhost:3000'

/** Reads the environment; throws {@link UsageError} naming the variable that is wrong. */
export function readConfig(env: Environment = process.env): Config {
  const directory = env.XDG_CONFIG_HOME || join(homedir(), '.config')
  return {
    serverUrl: env.GRIDLOOM_URL ? parseServerUrl(env.GRIDLOOM_URL, 'GRIDLOOM_URL') : undefined,
    token: env.GRIDLOOM_TOKEN || undefined,
    credentialsPath: join(directory, 'gridloom', 'credentials.json'),
    colour: env.NO_COLOR || env.TERM === 'dumb' ? 'never' : 'auto',
  }
}

/** An address of a server without a slash at its end; `name` is what the person wrote it into. */
export function parseServerUrl(text: string, name: string): string {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${name} must be a URL such as ${defaultServerUrl}, not "${text}".`)
  }
  return url.href.replace(/\/+$/, '')
}
