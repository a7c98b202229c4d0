import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { environmentWith } from './config.ts'
import { finished, type Ran } from './ssh-client.ts'

/** A user's home, in which `gridloom ssh-config --write` was run. */
export interface EndToEnd {
  readonly home: string
  /** Path of `gridloom`. */
  readonly gridloomProgram: string
  /** Options of OpenSSH's programs: the written settings, and the renter's key. */
  readonly options: readonly string[]
  /** Runs `gridloom` as the renter, in this home. */
  gridloom(words: readonly string[]): Promise<Ran>
  /** Options with another key. */
  optionsWith(identity: string): readonly string[]
  /** `ssh` with these options. */
  ssh(words: readonly string[], input?: string | Uint8Array): Promise<Ran>
  /** Starts `ssh` with given options. */
  start(words: readonly string[]): ChildProcessWithoutNullStreams
  /** Runs any program that starts `gridloom proxy`. */
  program(name: string, words: readonly string[], input?: string | Uint8Array): Promise<Ran>
}

const gridloomHere = fileURLToPath(new URL('../../../script/gridloom', import.meta.url))

/** Whose `gridloom` it is, and where its files are. */
export interface EndToEndUser {
  url: string
  token: string
  /** Has the SSH key `key`; gets the home. */
  folder: string
}

/** Runs `gridloom ssh-config --write` as this user. */
export async function setUpEndToEnd({ url, token, folder }: EndToEndUser): Promise<EndToEnd> {
  const home = path.join(folder, 'home')
  await mkdir(home, { recursive: true })
  const env = environmentWith({ HOME: home, GRIDLOOM_URL: url, GRIDLOOM_TOKEN: token })
  const program: EndToEnd['program'] = (name, words, input = '') =>
    finished(spawn(name, words, { env, stdio: 'pipe' }), input)
  const gridloom = (words: readonly string[]) => program(gridloomHere, words)
  const wrote = await gridloom(['ssh-config', '--write', '--program', gridloomHere])
  if (wrote.code !== 0) throw new Error(wrote.stderr)
  const name = `${new URL(url).host.replace(':', '-')}.config`
  // OpenSSH takes the home from /etc/passwd and not from HOME: the included file is named instead.
  const optionsWith = (identity: string) => [
    ...['-F', path.join(home, '.ssh/gridloom', name)],
    ...['-o', `IdentityFile=${identity}`, '-o', 'IdentitiesOnly=yes'],
    ...['-o', 'BatchMode=yes', '-o', 'LogLevel=ERROR'],
  ]
  const options = optionsWith(path.join(folder, 'key'))
  const start: EndToEnd['start'] = (words) => spawn('ssh', words, { env, stdio: 'pipe' })
  return {
    home,
    gridloomProgram: gridloomHere,
    options,
    optionsWith,
    gridloom,
    start,
    program,
    ssh: (words, input = '') => finished(start([...options, ...words]), input),
  }
}
