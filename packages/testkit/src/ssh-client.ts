import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from '@gridloom/client/calls'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Product } from './product.ts'

/** What a program wrote, and how it ended. */
export interface Ran {
  stdout: string
  stderr: string
  code: number | null
}

/** The OpenSSH client of this computer, with a key of the renter. */
export interface SshClient extends AsyncDisposable {
  /** A folder for files of the test; removed at the end. */
  readonly folder: string
  /** The options that every command of OpenSSH needs here. */
  readonly options: readonly string[]
  readonly port: number
  /** Rents an instance with this label, and waits until it runs. */
  instance(label: string): Promise<Instance>
  /** `ssh … USER@host WORDS`: the first word is the user name. */
  run(words: readonly [string, ...string[]], more?: RunOptions): Promise<Ran>
  /** As {@link run}, with another key. */
  runWith(key: string, words: readonly [string, ...string[]], more?: RunOptions): Promise<Ran>
  /** Starts `ssh` and returns its process. */
  start(words: readonly [string, ...string[]]): ChildProcessWithoutNullStreams
  startWith(key: string, words: readonly [string, ...string[]]): ChildProcessWithoutNullStreams
  /** Runs any program with its input, to its end. */
  program(name: string, words: readonly string[], input?: string | Uint8Array): Promise<Ran>
}

interface RunOptions {
  /** Options before the host. */
  options?: readonly string[]
  input?: string | Uint8Array
}

/** Prepares the client: makes a key, adds it to the renter's account, and pins the gateway's host key. */
export async function startSshClient(product: Product): Promise<SshClient> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-ssh-'))
  const key = path.join(folder, 'key')
  const gateway = await product.until({
    read: async () => (await product.renter.system.config()).ssh,
    satisfies: (ssh) => ssh !== null,
  })
  if (gateway === null) throw new Error('no SSH gateway')
  const { port } = gateway
  // An instance that is created before its machine has the toolbox has none.
  await product.until({
    read: async () => product.machine.logged.some(({ event }) => event === 'toolbox.updated'),
    satisfies: (hasToolbox) => hasToolbox,
  })
  await addKey(product.renter, key)
  await writeFile(path.join(folder, 'known_hosts'), `[127.0.0.1]:${port} ${gateway.public_key}\n`)
  const optionsWith = (identity: string) => [
    ...['-F', 'none', '-i', identity, '-o', 'IdentitiesOnly=yes', '-o', 'BatchMode=yes'],
    ...['-o', `UserKnownHostsFile=${folder}/known_hosts`, '-o', 'StrictHostKeyChecking=yes'],
    ...['-o', `Port=${port}`, '-o', 'LogLevel=ERROR'],
  ]
  const line = (
    identity: string,
    [user, ...words]: readonly [string, ...string[]],
    more: RunOptions,
  ) => [...[...optionsWith(identity), ...(more.options ?? []), '-l', user, '127.0.0.1', ...words]]
  const runWith: SshClient['runWith'] = (identity, words, more = {}) =>
    ran('ssh', line(identity, words, more), more.input)
  const startWith: SshClient['startWith'] = (identity, words) =>
    spawn('ssh', line(identity, words, {}), { stdio: 'pipe' })
  return {
    folder,
    options: optionsWith(key),
    port,
    async instance(label) {
      const { id } = await product.order({ label })
      return product.untilInstance(id, ({ state }) => state === 'running')
    },
    run: (words, more) => runWith(key, words, more),
    runWith,
    start: (words) => startWith(key, words),
    startWith,
    program: ran,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Makes a key with OpenSSH, and adds its public half to an account. */
export async function addKey(client: Client, file: string): Promise<void> {
  await ran('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
  await client.keys.addSshKey({ body: { ssh_key: (await readFile(`${file}.pub`, 'utf8')).trim() } })
}

function ran(
  name: string,
  words: readonly string[],
  input: string | Uint8Array = '',
): Promise<Ran> {
  return finished(spawn(name, words, { stdio: 'pipe' }), input)
}

/** Gives a program its input, and waits for its end. */
export function finished(
  child: ChildProcessWithoutNullStreams,
  input: string | Uint8Array,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const result: Ran = { stdout: '', stderr: '', code: null }
    child.stdout.on('data', (part) => (result.stdout += part))
    child.stderr.on('data', (part) => (result.stderr += part))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.once('error', reject)
    child.once('close', (code) => resolve({ ...result, code }))
  })
}
